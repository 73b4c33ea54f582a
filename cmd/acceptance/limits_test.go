package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"loadline/attack/record"
	"loadline/report/limits/check"
	"loadline/report/limits/limitstest"
)

// The whole way: sweep a service of 8 slots, write its limit, start the proxy
// with that file, and offer the proxy five times the maximum.
func TestTheWrittenLimitHoldsUnderOverload(t *testing.T) {
	service := limitstest.NewSlots(t, 8, 40*time.Millisecond)
	var swept command
	var run *record.Run
	eventually(t, func() (err error) {
		swept = loadline(t, "sweep", "--budget", "20s", "http://"+service.Address+"/work")
		run, err = swept.found(t)
		return err
	})
	if run == nil {
		t.FailNow()
	}
	for format, file := range map[string]string{"nginx": "nginx.conf", "haproxy": "haproxy.cfg"} {
		t.Run(format, func(t *testing.T) {
			listen := limitstest.FreeAddress(t)
			written := loadline(t, "limits", "--format", format, "--listen", listen, filepath.Join(swept.dir, "result.json"))
			startProxy(t, format, filepath.Join(written.dir, file), listen)
			eventually(t, func() error { return overload(t, service, listen, run) })
		})
	}
}

func startProxy(t *testing.T, format, path, listen string) {
	t.Helper()
	dir := filepath.Dir(path)
	if format == "haproxy" {
		limitstest.Start(t, dir, listen, "haproxy", "-db", "-f", path)
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, check.Confined(text, dir), 0o600); err != nil {
		t.Fatal(err)
	}
	limitstest.Start(t, dir, listen, "nginx", "-p", dir, "-e", "stderr", "-c", path,
		"-g", "daemon off; error_log stderr; pid "+filepath.Join(dir, "pid")+";")
}

// overload offers five times the maximum, and the service does its work all
// the same. Behind a limit of 7 for 8 slots that is at most 7/8 of the maximum.
func overload(t *testing.T, service *limitstest.Service, listen string, run *record.Run) error {
	t.Helper()
	most, limit := run.Capacity.MaxThroughput.Value, float64(run.Recommendation.InFlightLimit)
	carried := most * min(1, limit/run.Capacity.InFlightAtMax.Value)
	service.Forget()
	watched := limitstest.Watch(t, "http://"+listen)
	attacked := loadline(t, "attack", "--rate", fmt.Sprintf("%.0f", 5*most), "--duration", "5s", "--warmup", "1s", "http://"+listen+"/work")
	healthy, sick, wrong := watched()
	step := attacked.result(t).Steps[0]
	if shed := step.Response.Shed; shed != nil && shed.P99 != nil {
		t.Logf("p99 of refusals is %v; on a machine of its own it is below 20ms", shed.P99)
	}
	if peak := float64(service.Peak()); peak > limit {
		t.Errorf("%v in flight at the service, over the limit of %v", peak, limit)
	}
	switch {
	case step.Goodput == nil || step.Goodput.Value < 0.9*carried:
		return fmt.Errorf("goodput is %+v under overload, want 90%% of the %.4g that the limit lets through", step.Goodput, carried)
	case step.Counts.Shed == 0 || step.Counts.Failed() > 0:
		return fmt.Errorf("outcomes are %+v, want successes and refusals only", step.Counts)
	case healthy == 0 || sick > 0:
		return fmt.Errorf("the health path answered 200 %d times and failed %d times, last %s", healthy, sick, wrong)
	}
	return nil
}
