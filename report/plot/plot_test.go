package plot_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"image"
	imagedraw "image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"loadline/report"
	"loadline/report/plot"
	"loadline/report/reporttest"
)

var (
	update = flag.Bool("update", false, "write the golden pictures anew")
	shots  = flag.String("shots", "", "directory for the pictures of all fixtures, to be looked at")
)

func draw(t *testing.T, rep *report.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := plot.PNG(&b, rep); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func decode(t *testing.T, text []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// golden are the fixtures whose pictures are held against agreed ones.
var golden = []string{"sweep", "shedding", "toobusy", "concurrencies", "empty"}

// A picture is drawn from any report, has its width, something on it, and a
// free edge: nothing that is drawn is cut off.
func TestAnyReportIsDrawn(t *testing.T) {
	for name, run := range reporttest.Runs() {
		t.Run(name, func(t *testing.T) {
			full := plot.Raster(report.New(run))
			if *shots != "" {
				save(t, filepath.Join(*shots, name+".png"), full)
			}
			picture := thumbnail(full)
			if w := picture.Bounds().Dx(); w != 1200/shrink {
				t.Errorf("%d pixels wide, want 1200", w*shrink)
			}
			edge, inked := 0, 0
			for i, grey := range picture.Pix {
				if grey > 250 {
					continue
				}
				inked++
				if x := i % picture.Stride; x == 0 || x == picture.Stride-1 {
					edge++
				}
			}
			if inked < 100 {
				t.Error("the picture is blank")
			}
			if edge > 0 {
				t.Errorf("something reaches the edge, in %d places", edge)
			}
			if slices.Contains(golden, name) {
				likeGolden(t, filepath.Join("testdata", name+".png"), picture)
			}
		})
	}
}

// likeGolden compares thumbnails by eye, so to speak: small shifts of an edge
// pass, a line or a label elsewhere does not.
func likeGolden(t *testing.T, file string, got *image.Gray) {
	t.Helper()
	if *update {
		save(t, file, got)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, ok := decode(t, text).(*image.Gray)
	if !ok || want.Bounds() != got.Bounds() {
		t.Fatalf("the picture is %v, not as large as %s", got.Bounds(), file)
	}
	if share := unlike(got, want); share > 0.001 {
		t.Errorf("%.2f%% of the picture changed", 100*share)
	}
}

func TestSVGIsWellFormed(t *testing.T) {
	for name, run := range reporttest.Runs() {
		var b bytes.Buffer
		if err := plot.SVG(&b, report.New(run)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		decoder := xml.NewDecoder(&b)
		for {
			_, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

func TestPNGIsThatPictureAndTheSameAgain(t *testing.T) {
	rep := report.New(reporttest.OneStep())
	first := draw(t, rep)
	if !bytes.Equal(first, draw(t, rep)) {
		t.Error("two pictures of one report differ")
	}
	if share := unlike(thumbnail(decode(t, first)), thumbnail(plot.Raster(rep))); share > 0 {
		t.Errorf("%.2f%% of the picture is lost in the PNG", 100*share)
	}
}

func save(t *testing.T, file string, picture image.Image) {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// shrink is how many pixels become one of a thumbnail, each way.
const shrink = 4

// thumbnail is the picture in grey, every square of pixels averaged.
func thumbnail(picture image.Image) *image.Gray {
	grey := image.NewGray(picture.Bounds())
	imagedraw.Draw(grey, grey.Bounds(), picture, image.Point{}, imagedraw.Src)
	out := image.NewGray(image.Rect(0, 0, grey.Rect.Dx()/shrink, grey.Rect.Dy()/shrink))
	for i := range out.Pix {
		x, y, sum := i%out.Stride*shrink, i/out.Stride*shrink, 0
		for j := range shrink * shrink {
			sum += int(grey.Pix[(y+j/shrink)*grey.Stride+x+j%shrink])
		}
		out.Pix[i] = uint8(sum / shrink / shrink)
	}
	return out
}

// unlike is the share of pixels that differ by more than an eighth of the way
// from black to white.
func unlike(a, b *image.Gray) float64 {
	n := 0
	for i := range a.Pix {
		if d := int(a.Pix[i]) - int(b.Pix[i]); d > 32 || d < -32 {
			n++
		}
	}
	return float64(n) / float64(len(a.Pix))
}
