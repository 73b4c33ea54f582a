package plot

import (
	"image"

	"loadline/report"
)

// Raster is the picture before it is encoded, which takes most of the time.
func Raster(rep *report.Report) image.Image { return raster(rep).Image() }
