package limits

import (
	"fmt"
	"strconv"
	"strings"
)

// Format is one kind of file that a limit can be written as.
type Format struct {
	Name  string // in flags
	File  string // the file's name in a directory of limits
	Over  string // what becomes of a request over the limit; 503 stands for the status asked for
	Scope string // whose requests in flight are counted together
	Proof string // how the format was proven
	Check string // the command that validates a file, FILE standing for its name

	template string // the file's name among the templates; "": as File
	comment  string // starts a comment line; "" where the file has none
	sharing  sharing
	fixed    bool               // Over's status is the format's own
	shown    showing            // where an overload shows that the limit holds
	queues   bool               // requests may wait in it
	most     int                // the largest limit that the format holds; 0: Most
	unfit    func(Limit) string // why the limit cannot be written so; nil: it always can
}

// showing is where an overload is sent to show that a limit holds.
type showing int

const (
	atService showing = iota
	throughProxy
	nothing // the file refuses nothing that an overload could show
)

// sharing says among whom a format divides the limit.
type sharing func(Limit) (Share, error)

func whole(l Limit) (Share, error)     { return Share{Each: l.InFlight, Of: 1}, nil }
func perProxy(l Limit) (Share, error)  { return divide(l.InFlight, l.Proxies, "proxies") }
func perWorker(l Limit) (Share, error) { return divide(l.InFlight, l.Workers, "workers") }

// Ignores are the options that were asked for and that the format has no way
// to honour, in words.
func (f Format) Ignores(l Limit) []string {
	var ignored []string
	if l.Queue > 0 && !f.queues {
		ignored = append(ignored, fmt.Sprintf("a queue of %d: it does not queue so", l.Queue))
	}
	if status := strconv.Itoa(l.RejectStatus); f.fixed && l.RejectStatus != 503 && !strings.Contains(f.Over, status) {
		ignored = append(ignored, "status "+status+": its own is fixed")
	}
	return ignored
}

// Named is the format of that name; the error lists the names there are.
func Named(name string) (Format, error) {
	for _, format := range Formats {
		if format.Name == name {
			return format, nil
		}
	}
	names := make([]string, len(Formats))
	for i, format := range Formats {
		names[i] = format.Name
	}
	return Format{}, fmt.Errorf("format %q: want one of %s", name, strings.Join(names, ", "))
}

// Unfit says why a limit cannot be written in a format, though it is a good limit.
type Unfit struct {
	Format string
	Reason string
}

func (e *Unfit) Error() string { return e.Format + ": " + e.Reason }

// Share is what one place of the format gets of the limit; an *Unfit error
// says why the limit cannot be written so.
func (f Format) Share(l Limit) (Share, error) {
	if f.unfit != nil {
		if reason := f.unfit(l); reason != "" {
			return Share{}, &Unfit{f.Name, reason}
		}
	}
	share, err := f.sharing(l)
	if err != nil {
		return Share{}, &Unfit{f.Name, err.Error()}
	}
	return share.within(f.most), nil
}
