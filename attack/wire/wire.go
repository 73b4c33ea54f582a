// Package wire watches HTTP/1.1 on the loopback interface, where neither the
// client's nor the server's clock can be wrong: the kernel stamps each packet.
// It is how loadline checks itself: what the client adds to the time that the
// wire shows is the bias of everything that it measures.
//
// Capturing takes CAP_NET_RAW, so on most machines root, and Linux.
package wire

import (
	"errors"
	"slices"
	"time"
)

// ErrUnsupported says that this system cannot capture.
var ErrUnsupported = errors.New("packets can only be captured on Linux")

// Exchange is a request and its answer as the wire saw them: the first packet
// of each. Times are since some moment of the capture's.
type Exchange struct {
	Sent, Answered time.Duration
}

// Took is the service time on the wire.
func (e Exchange) Took() time.Duration { return e.Answered - e.Sent }

// packet is a TCP segment with a payload.
type packet struct {
	at     time.Duration
	client uint16 // port
	kind   kind
}

type kind uint8

const (
	other kind = iota
	request
	answer
)

// pair matches each answer with the request before it on its connection;
// pipelines are not expected. The result is in the order of sending.
func pair(packets []packet) []Exchange {
	var out []Exchange
	open := map[uint16]int{} // connection → index of its unanswered request
	for _, p := range packets {
		switch i, waiting := open[p.client]; {
		case p.kind == request && !waiting:
			open[p.client] = len(out)
			out = append(out, Exchange{Sent: p.at, Answered: -1})
		case p.kind == answer && waiting:
			out[i].Answered = p.at
			delete(open, p.client)
		}
	}
	return slices.DeleteFunc(out, func(e Exchange) bool { return e.Answered < 0 })
}

// parse reads an IPv4 packet to or from the port.
func parse(ip []byte, port uint16) (client uint16, k kind) {
	if len(ip) < 20 || ip[0]>>4 != 4 || ip[9] != 6 {
		return 0, other
	}
	head := int(ip[0]&15) * 4
	total := min(int(ip[2])<<8|int(ip[3]), len(ip))
	if total < head+20 {
		return 0, other
	}
	tcp := ip[head:total]
	offset := int(tcp[12]>>4) * 4
	if offset < 20 || offset > len(tcp) {
		return 0, other
	}
	source, target := uint16(tcp[0])<<8|uint16(tcp[1]), uint16(tcp[2])<<8|uint16(tcp[3])
	return which(source, target, port, tcp[offset:])
}

// which tells a request from an answer by direction and first bytes.
func which(source, target, port uint16, payload []byte) (client uint16, k kind) {
	switch {
	case len(payload) < 4:
	case target == port && payload[0] >= 'A' && payload[0] <= 'Z':
		return source, request
	case source == port && string(payload[:4]) == "HTTP":
		return target, answer
	}
	return 0, other
}
