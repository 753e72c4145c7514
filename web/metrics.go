package web

import (
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are the server's figures, in a registry of its own.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	limited  *prometheus.CounterVec
	streams  prometheus.Gauge
	frames   prometheus.Counter
	handler  http.Handler
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "banco_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"method", "route", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "banco_http_request_seconds", Help: "How long answering took, by route; for event streams how long they were open.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30},
		}, []string{"route"}),
		limited: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "banco_http_limited_total", Help: "Requests refused with 429, by limit.",
		}, []string{"limit"}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "banco_event_streams", Help: "Event streams open now.",
		}),
		frames: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "banco_event_frames_total", Help: "Views sent over event streams.",
		}),
	}
	m.registry.MustRegister(m.requests, m.took, m.limited, m.streams, m.frames,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
	return m
}

func (m *metrics) observe(rt route, status int, took time.Duration) {
	m.requests.WithLabelValues(rt.method, rt.path, strconv.Itoa(status)).Inc()
	m.took.WithLabelValues(rt.path).Observe(took.Seconds())
}

// Registry is where the rest of the program adds its own figures for GET /metrics.
func (s *Server) Registry() *prometheus.Registry { return s.metrics.registry }

// serveMetrics answers with the figures.
//
// They are for this machine alone: a player who reads them often enough could
// count what the others try and when, which their pages do not tell. A proxy on
// this machine gives itself away by the headers it adds.
func (s *Server) serveMetrics(w http.ResponseWriter, r *http.Request) error {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	forwarded := r.Header.Get("X-Forwarded-For") + r.Header.Get("Forwarded") + r.Header.Get("Via")
	if err != nil || !from.Addr().Unmap().IsLoopback() || forwarded != "" {
		return refuse(http.StatusForbidden, "local_only", "web.error.local_only")
	}
	s.metrics.handler.ServeHTTP(w, r)
	return nil
}
