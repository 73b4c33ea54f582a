package demo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// largestFile in bytes is as much as a load test may leave on the disk.
const largestFile = 256 << 20

// defaultWriteTime stands for a disk that takes its time: 200 lines a second.
const defaultWriteTime = 5 * time.Millisecond

// lines is the line writer. One request writes at a time.
type lines struct {
	plain
	http.Handler
	refuse    bool          // rather than wait for the one that is writing
	writeTime time.Duration // how long a write takes at least
	turn      chan struct{} // full while a request is writing
	file      *os.File
	temporary bool
	count     int64 // lines in the file
	size      int64 // bytes in the file
}

func newLines(c Config) (service, error) {
	l := &lines{refuse: c.Defence == InFlight, writeTime: c.WriteTime, turn: make(chan struct{}, 1)}
	if l.writeTime == 0 {
		l.writeTime = defaultWriteTime
	}
	if err := l.open(c.File); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+healthPath, healthy)
	mux.HandleFunc("POST /", l.post)
	l.Handler = mux
	return l, nil
}

// open opens the file, or makes a temporary one, and counts its lines.
func (l *lines) open(path string) (err error) {
	if path == "" {
		l.temporary = true
		l.file, err = os.CreateTemp("", "loadline-lines-*")
	} else {
		l.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err != nil {
		return err
	}
	if err := l.measure(); err != nil {
		return errors.Join(fmt.Errorf("count lines: %w", err), l.close())
	}
	return nil
}

// measure counts what the file holds. A last line without its end gets one.
func (l *lines) measure() error {
	in, last := bufio.NewReader(l.file), byte('\n')
	for {
		c, err := in.ReadByte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if last = c; c == '\n' {
			l.count++
		}
		l.size++
	}
	if last != '\n' {
		return l.write(nil)
	}
	return nil
}

func (l *lines) post(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body) // before it is our turn: a slow client keeps nobody waiting
	if err != nil {
		http.Error(w, fmt.Sprintf("the text cannot be read; at most %d bytes are taken", maxBody), http.StatusRequestEntityTooLarge)
		return
	}
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	if bytes.ContainsAny(text, "\r\n") {
		http.Error(w, "one line at a time", http.StatusBadRequest)
		return
	}
	if !l.take(r.Context()) {
		refuse(w, http.StatusTooManyRequests, "1", "another line is being written")
		return
	}
	defer func() { <-l.turn }()
	l.answer(w, text)
}

// take waits until it is the request's turn, or says at once that it is not.
func (l *lines) take(ctx context.Context) bool {
	if l.refuse {
		select {
		case l.turn <- struct{}{}:
			return true
		default:
			return false
		}
	}
	select {
	case l.turn <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (l *lines) answer(w http.ResponseWriter, text []byte) {
	if l.size+int64(len(text)) >= largestFile {
		http.Error(w, "the file is full", http.StatusInsufficientStorage)
		return
	}
	enough := time.NewTimer(l.writeTime)
	defer enough.Stop()
	if err := l.write(text); err != nil {
		http.Error(w, "the line could not be written", http.StatusInternalServerError)
		return
	}
	<-enough.C
	fmt.Fprintln(w, l.count)
}

// write appends a line, or nothing: where the write fails half-way, the half
// is cut off again.
func (l *lines) write(text []byte) error {
	line := append(bytes.Clone(text), '\n')
	if _, err := l.file.WriteAt(line, l.size); err != nil {
		return errors.Join(err, l.file.Truncate(l.size))
	}
	l.size += int64(len(line))
	l.count++
	return nil
}

func (l *lines) close() error {
	err := l.file.Close()
	if l.temporary {
		err = errors.Join(err, os.Remove(l.file.Name()))
	}
	return err
}
