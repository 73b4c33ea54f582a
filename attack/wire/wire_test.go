package wire

import (
	"reflect"
	"testing"
	"time"
)

// segment is an IPv4 packet with TCP from one port to another.
func segment(source, target uint16, payload string) []byte {
	ip := make([]byte, 40, 40+len(payload))
	ip = append(ip, payload...)
	ip[0], ip[9] = 0x45, 6
	ip[2], ip[3] = byte(len(ip)>>8), byte(len(ip))
	ip[20], ip[21], ip[22], ip[23] = byte(source>>8), byte(source), byte(target>>8), byte(target)
	ip[32] = 5 << 4
	return ip
}

func TestParse(t *testing.T) {
	const port, client = 8080, 40000
	for name, c := range map[string]struct {
		ip   []byte
		want kind
	}{
		"request":           {segment(client, port, "GET / HTTP/1.1\r\n"), request},
		"answer":            {segment(port, client, "HTTP/1.1 200 OK\r\n"), answer},
		"acknowledgement":   {segment(client, port, ""), other},
		"rest of a body":    {segment(port, client, "and so on"), other},
		"another port":      {segment(client, port+1, "GET / HTTP/1.1\r\n"), other},
		"cut short":         {segment(client, port, "GET /")[:30], other},
		"nothing":           {nil, other},
		"wrong data offset": {func() []byte { ip := segment(client, port, "GET /"); ip[32] = 15 << 4; return ip }(), other},
		"IPv6":              {func() []byte { ip := segment(client, port, "GET /"); ip[0] = 0x60; return ip }(), other},
	} {
		from, got := parse(c.ip, port)
		if got != c.want || got != other && from != client {
			t.Errorf("%s is %d from %d, want %d", name, got, from, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(segment(1, 2, "GET / HTTP/1.1"))
	f.Add([]byte{0x4f, 0, 0, 60})
	f.Fuzz(func(_ *testing.T, ip []byte) { parse(ip, 2) })
}

func TestPair(t *testing.T) {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	got := pair([]packet{
		{ms(0), 1, answer},                                            // of a request before the capture
		{ms(1), 1, request}, {ms(2), 2, request}, {ms(2), 2, request}, // sent once more
		{ms(5), 2, answer}, {ms(6), 1, answer}, {ms(7), 1, request}, // never answered
	})
	want := []Exchange{{ms(1), ms(6)}, {ms(2), ms(5)}}
	if !reflect.DeepEqual(got, want) || got[1].Took() != ms(3) {
		t.Errorf("%v, want %v", got, want)
	}
}
