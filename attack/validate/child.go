package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"loadline/attack/wire"
)

// child is this program in another role, in a process of its own. It ends
// when its standard input does.
type child struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines *bufio.Reader
}

// start starts a child and reads the line that says that it is ready.
func start(args ...string) (*child, string, error) {
	cmd := exec.Command("/proc/self/exe", args...)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, "", err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	c := &child{cmd: cmd, stdin: stdin, lines: bufio.NewReader(stdout)}
	ready, err := c.lines.ReadString('\n')
	if err != nil {
		return nil, "", fmt.Errorf("start %v: %w", args, err)
	}
	return c, strings.TrimSpace(ready), nil
}

// stop ends the child and gives what it then says.
func (c *child) stop() ([]byte, error) {
	if err := c.stdin.Close(); err != nil {
		return nil, err
	}
	said, err := io.ReadAll(c.lines)
	if err != nil {
		return nil, err
	}
	return said, c.cmd.Wait()
}

// captureUntilTold is the capturing child.
func captureUntilTold(port int) error {
	capture, err := wire.Start(port)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
	exchanges, err := capture.Stop()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(exchanges)
}

// capture watches a port in a process of its own while do runs.
func capture(port int, do func() error) ([]wire.Exchange, error) {
	c, _, err := start("-capture", fmt.Sprint(port))
	if err != nil {
		return nil, err
	}
	failed := do()
	said, err := c.stop()
	if failed != nil {
		return nil, failed
	}
	if err != nil {
		return nil, err
	}
	var exchanges []wire.Exchange
	return exchanges, json.Unmarshal(said, &exchanges)
}
