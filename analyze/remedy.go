package analyze

// remedies say what helps a generator that was the limit, by the cause that
// spoiled its steps; any other wants more of a machine.
var remedies = map[string]string{
	"descriptors": "Let it open more files (ulimit -n).",
	"ports":       "Keep connections alive, or give it more local ports (net.ipv4.ip_local_port_range).",
	"stalled":     "Its process was stopped or its machine stood still: measure again where nothing does that.",
	"gc":          "It collected garbage for too long: let it do so less often (GOGC), or give it more cores.",
	"steal":       "The hypervisor gave its processor to others: use a machine with cores of its own.",
	"connections": "Give it more connections (--connections).",
	"streams":     "Its connections carried no more streams at once: give it more connections (--connections).",
}

func remedy(cause string) string {
	if text, known := remedies[cause]; known {
		return text
	}
	return "Give it more cores, or a machine of its own."
}
