package demo

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"time"
)

// CredentialHeader is where internal callers of the ratelimit service prove
// that they are.
const CredentialHeader = "X-Internal-Credential"

// limiter is the rate limiter before a service that does next to nothing.
type limiter struct {
	plain
	http.Handler
	windows  *windows // nil: no defence
	proof    [sha256.Size]byte
	provable bool // there is a credential to prove
}

func newLimiter(c Config) (service, error) {
	if c.Limit < 0 || c.Window < 0 {
		return nil, errors.New("the limit and its window cannot be negative")
	}
	l := &limiter{proof: sha256.Sum256([]byte(c.Credential)), provable: c.Credential != ""}
	if c.Defence == Window {
		l.windows = newWindows(c.Limit, c.Window)
	}
	mux := http.NewServeMux()
	mux.HandleFunc(healthPath, healthy)
	mux.HandleFunc("/internal/", l.internal)
	mux.HandleFunc("/", l.public)
	l.Handler = mux
	return l, nil
}

// public answers whoever has not used up the budget of its address.
func (l *limiter) public(w http.ResponseWriter, r *http.Request) {
	if !l.exempt(r) {
		if ok, wait := l.count(r); !ok {
			refuse(w, http.StatusTooManyRequests, strconv.Itoa(int(math.Ceil(wait.Seconds()))), "too many requests")
			return
		}
	}
	_, _ = io.WriteString(w, "hello\n")
}

// internal is for internal callers alone. A wrong credential costs as much as
// any other request, so that guessing is as limited as everything else.
func (l *limiter) internal(w http.ResponseWriter, r *http.Request) {
	if !l.exempt(r) {
		l.count(r)
		http.Error(w, "no valid credential", http.StatusUnauthorized)
		return
	}
	_, _ = io.WriteString(w, "hello, colleague\n")
}

// exempt says whether the caller proved an internal credential. The comparison
// takes the same time however much of it is right, and however long it is.
func (l *limiter) exempt(r *http.Request) bool {
	given := sha256.Sum256([]byte(r.Header.Get(CredentialHeader)))
	return subtle.ConstantTimeCompare(given[:], l.proof[:]) == 1 && l.provable
}

// count counts the request against its address: whether it is within the
// budget, and otherwise how long until there is a new one.
func (l *limiter) count(r *http.Request) (ok bool, wait time.Duration) {
	if l.windows == nil {
		return true, 0
	}
	return l.windows.take(client(r), time.Now())
}

// client is the address that the connection comes from; what a proxy header
// says anyone could write. Of an IPv6 address only the network counts, because
// one client has as many addresses in it as it likes.
func client(r *http.Request) netip.Addr {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	addr := from.Addr().Unmap().WithZone("")
	if network, err := addr.Prefix(64); err == nil && addr.Is6() {
		return network.Addr()
	}
	return addr
}
