package schedule

import (
	"math"
	"math/bits"
)

// Points are made in blocks, so that walking draws little more than one
// exponential a point.
const (
	blockBits = 8
	block     = 1 << blockBits
	levels    = 40 // 2^48 points: 17 years at 500,000/s
)

// poisson is the Poisson process of unit rate, drawn so that any point can be
// had without the ones before it. Level 0 is the first block and level l ≥ 1
// the next 2^(l−1) blocks; how long a level of n points lasts is Gamma(n).
// Within a level the length is split in halves, and a half of n points has the
// share Beta(n, n) of the whole; within a block the gaps are exponentials
// scaled to its length. All that is exact in law, because the gaps of a
// Poisson process are Dirichlet given their sum.
type poisson struct {
	seed  uint64
	start [levels + 1]float64 // of each level; the last is the end of all
}

func newPoisson(seed uint64) *poisson {
	p := &poisson{seed: seed}
	d := newDraws()
	for l := range levels {
		p.aim(d, l, 0, 0)
		p.start[l+1] = p.start[l] + d.gamma(float64(blocksIn(l))*block)
	}
	return p
}

// blocksIn is how many blocks level l has.
func blocksIn(l int) int64 { return 1 << max(l-1, 0) }

// aim makes d the randomness of one node: of the depth-th halving of a level,
// the half at position. Depth 0 is the level's length; the blocks' gaps have a
// depth of their own.
func (p *poisson) aim(d *draws, level, depth int, position int64) {
	d.seed(p.seed+uint64(level*levels*2+depth)*0x9e3779b97f4a7c15, uint64(position)*0xd1342543de82ef95+p.seed)
}

func (p *poisson) at(k int64) float64 {
	var points [block]float64
	if !p.fill(newDraws(), k>>blockBits, &points) {
		return math.Inf(1)
	}
	return points[k&(block-1)]
}

// fill puts the points of block j into points; it fails beyond the last.
func (p *poisson) fill(d *draws, j int64, points *[block]float64) bool {
	level := bits.Len64(uint64(j))
	if level >= levels {
		return false
	}
	start, length := p.locate(d, level, j&^blocksIn(level))
	p.aim(d, level, levels, j)
	sum := 0.0
	for i := range points {
		sum += d.ExpFloat64()
		points[i] = sum
	}
	scale := length / sum
	for i := range points {
		points[i] = start + points[i]*scale
	}
	return true
}

// locate halves the level down to its block at offset.
func (p *poisson) locate(d *draws, level int, offset int64) (start, length float64) {
	start, length = p.start[level], p.start[level+1]-p.start[level]
	position := int64(0)
	for depth, half := 1, blocksIn(level)/2; half > 0; depth, half = depth+1, half/2 {
		p.aim(d, level, depth, position)
		shape := float64(half) * block
		left := d.gamma(shape)
		left = length * left / (left + d.gamma(shape))
		position *= 2
		if offset&half == 0 {
			length = left
			continue
		}
		position++
		start, length = start+left, length-left
	}
	return start, length
}

func (p *poisson) split(i, n int) process {
	if n == 1 {
		return p
	}
	d := newDraws()
	p.aim(d, levels, n, int64(i))
	return newPoisson(d.Uint64())
}

func (p *poisson) walk(k int64) walker {
	return &march{poisson: p, draws: newDraws(), k: k, filled: -1}
}

// march remembers the block that it is in. It goes on for ever in the same memory.
type march struct {
	poisson *poisson
	draws   *draws
	k       int64
	filled  int64 // the block of points
	points  [block]float64
}

func (m *march) next() float64 {
	if j := m.k >> blockBits; j != m.filled {
		if !m.poisson.fill(m.draws, j, &m.points) {
			return math.Inf(1)
		}
		m.filled = j
	}
	m.k++
	return m.points[(m.k-1)&(block-1)]
}
