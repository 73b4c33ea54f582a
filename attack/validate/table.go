package main

import "fmt"

// table prints what was found and remembers what was not as wanted.
type table struct{ wrong, all int }

func (t *table) title(format string, args ...any) { fmt.Printf("\n"+format+"\n", args...) }

// note is a line that nothing is wanted of.
func (t *table) note(name, format string, args ...any) {
	fmt.Printf("  %-46s %s\n", name, fmt.Sprintf(format, args...))
}

// check is a line that is either as wanted or not.
func (t *table) check(ok bool, name, format string, args ...any) {
	t.all++
	mark := "ok"
	if !ok {
		t.wrong++
		mark = "WRONG"
	}
	fmt.Printf("  %-46s %-58s %s\n", name, fmt.Sprintf(format, args...), mark)
}

func (t *table) verdict() error {
	fmt.Printf("\n%d of %d as wanted\n", t.all-t.wrong, t.all)
	if t.wrong > 0 {
		return fmt.Errorf("%d checks failed", t.wrong)
	}
	return nil
}
