package simulate_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"loadline/targets/simulate"
)

// The table in the package's documentation is the one that the parser uses.
func TestDocumentationHasTheTable(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range simulate.Keys() {
		if row := row(k); !strings.Contains(string(doc), row) {
			t.Errorf("doc.go has no row\n%s", row)
		}
	}
}

func row(k simulate.Key) string {
	return strings.TrimRight(fmt.Sprintf("//\t%-13s%-11s%s\n//\t%24s%s", k.Name, k.Default, k.Meaning, "", k.Range), " ")
}
