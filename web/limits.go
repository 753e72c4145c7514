package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate is how often one address may do something: so many at once, and one
// more every Every.
type Rate struct {
	Burst int
	Every time.Duration
}

// Limits bounds what one address, and all of them together, may use. The
// defaults leave room for a whole household behind one address, and for a
// program that plays many matches at once.
type Limits struct {
	Pages   Rate // reading pages: 2000 at once, 2000 a second
	Create  Rate // making matches: 200 at once, 20 a second
	Secrets Rate // showing an invitation or a link, also a guessed one: 200 at once, 20 a second
	Odds    Rate // having a fight of Quote worked out: 120 at once, 30 a second
	Actions Rate // acting in a match: 2000 at once, 2000 a second
	Seat    Rate // acting from one seat of a match, wherever from: 300 at once, 200 a second

	StreamsPerAddress int // event streams open at once from one address: 32
	Streams           int // and in all: 4096
}

func (l Limits) orDefaults() Limits {
	def := func(r *Rate, d Rate) {
		if r.Burst == 0 {
			*r = d
		}
	}
	def(&l.Pages, Rate{2000, time.Second / 2000})
	def(&l.Create, Rate{200, time.Second / 20})
	def(&l.Secrets, Rate{200, time.Second / 20})
	def(&l.Odds, Rate{120, time.Second / 30})
	def(&l.Actions, Rate{2000, time.Second / 2000})
	def(&l.Seat, Rate{300, time.Second / 200})
	if l.StreamsPerAddress == 0 {
		l.StreamsPerAddress = 32
	}
	if l.Streams == 0 {
		l.Streams = 4096
	}
	return l
}

// maxBuckets bounds the memory that addresses can make us hold.
const maxBuckets = 100_000

// limiter counts what every address does. Safe for concurrent use.
type limiter struct {
	limits Limits
	rates  map[string]Rate

	mu      sync.Mutex
	buckets map[bucketKey]*bucket
	swept   time.Time
	streams map[netip.Addr]int
	open    int
}

type bucketKey struct {
	limit string
	addr  netip.Addr // who is counted, or
	seat  string     // which seat is, by its match and token
}

type bucket struct {
	*rate.Limiter
	used time.Time
}

func newLimiter(l Limits) *limiter {
	l = l.orDefaults()
	return &limiter{
		limits:  l,
		rates:   map[string]Rate{"pages": l.Pages, "create": l.Create, "secrets": l.Secrets, "odds": l.Odds, "actions": l.Actions, seatLimit: l.Seat},
		buckets: map[bucketKey]*bucket{},
		streams: map[netip.Addr]int{},
	}
}

// seatLimit bounds what one seat does, so that a program gone mad at one table
// leaves room for the others behind its address.
const seatLimit = "seat"

// allow takes one token of a limit, or says how long until there is one.
func (l *limiter) allow(limit string, addr netip.Addr) (wait time.Duration, ok bool) {
	return l.take(bucketKey{limit: limit, addr: addr})
}

// allowSeat is allow for who acts with a seat's token.
func (l *limiter) allowSeat(match, token string) (wait time.Duration, ok bool) {
	return l.take(bucketKey{limit: seatLimit, seat: match + " " + token})
}

func (l *limiter) take(key bucketKey) (wait time.Duration, ok bool) {
	r, limited := l.rates[key.limit]
	if !limited {
		return 0, true
	}
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	b := l.buckets[key]
	if b == nil {
		b = &bucket{Limiter: rate.NewLimiter(rate.Every(r.Every), r.Burst)}
		l.buckets[key] = b
	}
	b.used = now
	res := b.ReserveN(now, 1)
	if wait = res.DelayFrom(now); wait > 0 {
		res.CancelAt(now)
		return wait, false
	}
	return 0, true
}

// sweep forgets addresses that have been quiet for long enough to be full
// again; all of them when there are too many.
func (l *limiter) sweep(now time.Time) {
	if len(l.buckets) >= maxBuckets {
		clear(l.buckets)
	}
	if now.Sub(l.swept) < time.Minute {
		return
	}
	l.swept = now
	for k, b := range l.buckets {
		r := l.rates[k.limit]
		if now.Sub(b.used) > r.Every*time.Duration(r.Burst) {
			delete(l.buckets, k)
		}
	}
}

// openStream counts one event stream in, or names the limit that it would break.
func (l *limiter) openStream(addr netip.Addr) (limit string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.open >= l.limits.Streams:
		return "streams", false
	case l.streams[addr] >= l.limits.StreamsPerAddress:
		return "streams_per_address", false
	}
	l.open++
	l.streams[addr]++
	return "", true
}

// closeStream counts it out again.
func (l *limiter) closeStream(addr netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	if l.streams[addr]--; l.streams[addr] <= 0 {
		delete(l.streams, addr)
	}
}

// tooMany is the refusal that names the limit and when to come back.
func tooMany(limit string, wait time.Duration) *problem {
	p := refuse(http.StatusTooManyRequests, "too_many", "web.error.too_many."+limit)
	p.limit, p.retry = limit, max(wait, time.Second)
	p.text.Args = []any{p.retrySeconds()}
	return p
}

// client is the address that limits are counted by. IPv6 counts by /64, which
// is what one household gets.
func (s *Server) client(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if s.cfg.TrustProxy {
		list := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
		if last := strings.TrimSpace(list[len(list)-1]); last != "" {
			host = last
		}
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	addr = addr.Unmap()
	if addr.Is6() {
		if p, err := addr.WithZone("").Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return addr
}
