//go:build race

package geom

// raceDetector tells that the race detector is at work, which makes pools
// forget at random and so allocate.
const raceDetector = true
