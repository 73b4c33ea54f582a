package limits

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"loadline/attack/record"
)

// Schema names the format of limit.json.
const Schema = "loadline/limit/v1"

// document is limit.json: the limit for scripts. A share is null where the
// limit cannot be divided so far.
type document struct {
	Schema    string                 `json:"schema"`
	Service   string                 `json:"service"`
	InFlight  int                    `json:"in_flight_limit"`
	Proxies   int                    `json:"proxies"`
	PerProxy  *int                   `json:"in_flight_limit_per_proxy"`
	Workers   int                    `json:"workers"`
	PerWorker *int                   `json:"in_flight_limit_per_worker"`
	Status    int                    `json:"reject_status"`
	Queue     int                    `json:"queue"`
	Upstream  string                 `json:"upstream"`
	Health    string                 `json:"health_path"`
	Measured  *source                `json:"measured"` // null: given by hand
	Rate      *float64               `json:"rate_rps"`
	Resources *record.ResourceAdvice `json:"resources"`
	Scope     string                 `json:"scope"`
	Prove     string                 `json:"prove"`
}

type source struct {
	InFlight *record.Estimate `json:"in_flight_at_max"`
	Fraction float64          `json:"fraction"`
	Started  time.Time        `json:"started"`
	Target   string           `json:"target"`
}

func writeJSON(w io.Writer, v view) error {
	doc := document{
		Schema: Schema, Service: v.Service, InFlight: v.InFlight,
		Proxies: v.Proxies, PerProxy: each(perProxy(v.Limit)),
		Workers: v.Workers, PerWorker: each(perWorker(v.Limit)),
		Status: v.RejectStatus, Queue: v.Queue,
		Upstream: v.Upstream, Health: v.HealthPath,
		Rate: v.Rate, Resources: v.Resources,
		Scope: v.Format.Scope, Prove: v.prove(),
	}
	if m := v.Measurement; m != nil {
		doc.Measured = &source{m.InFlight, m.Fraction, m.Started.UTC(), m.Target}
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(doc)
}

// CheckJSON reads a limit.json strictly and says what is wrong with it.
func CheckJSON(r io.Reader) error {
	decoder := json.NewDecoder(r)
	decoder.DisallowUnknownFields()
	var doc document
	if err := decoder.Decode(&doc); err != nil {
		return fmt.Errorf("read limit: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("read limit: there is more after the end")
	}
	if doc.Schema != Schema {
		return fmt.Errorf("read limit: schema is %q, want %q", doc.Schema, Schema)
	}
	options := Options{
		Service: doc.Service, Upstream: doc.Upstream, HealthPath: doc.Health,
		Proxies: doc.Proxies, Workers: doc.Workers, RejectStatus: doc.Status, Queue: doc.Queue,
	}
	_, err := ByHand(doc.InFlight, options)
	return err
}

func each(share Share, err error) *int {
	if err != nil {
		return nil
	}
	return &share.Each
}
