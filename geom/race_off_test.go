//go:build !race

package geom

const raceDetector = false
