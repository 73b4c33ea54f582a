package knee_test
import ("testing";"time";"math/rand/v2";"math"; "loadline/analyze/knee";"loadline/attack/record")
func TestX(t *testing.T){
 show:=func(name string, rate func(float64)float64, d float64, levels ...int){
  for s:=range 3 { r:=rand.New(rand.NewPCG(uint64(s),3)); l:=law{rate:rate}; var st []record.Step
   for i,n:=range levels { st=append(st,l.step(r,n,20,time.Duration(i)*2*time.Second,d)) }
   c:=knee.Of(st); if c==nil {t.Log(name,"nil");continue}
   t.Logf("%s: max %.4g [%.4g %.4g] knee %.3g [%.3g %.3g] rising %v disp %.2f At(1) %.4g At(2last) %.4g tips %d",name,c.Max.Value,c.Max.Low,c.Max.High,c.Knee.Value,c.Knee.Low,c.Knee.High,c.Rising,c.Dispersion,c.At(1),c.At(2*float64(levels[len(levels)-1])),len(c.Stable(1,nil)))
  }}
 show("single 1,2,4",func(n float64)float64{return 200},.1,1,2,4,4,2,1)
 show("single 1,2,4,8",func(n float64)float64{return 200},1,1,2,4,8,8,4,2,1)
 show("single 1,2",func(n float64)float64{return 200},.1,1,2,2,1)
 show("single 2000/s 1,2,4",func(n float64)float64{return 2000},1,1,2,4,4,2,1)
 show("falling",func(n float64)float64{return 500/(1+.3*(n-1))},1,1,2,3,4,6,8)
 show("falling d0",func(n float64)float64{return 500/(1+.3*(n-1))},0,1,2,3,4,6,8)
 show("one level",func(n float64)float64{return 500},1,4)
 show("one level 1",func(n float64)float64{return 500},1,1)
 show("rising",func(n float64)float64{return 100*n},1,1,2,4,8,16)
 show("rising two",func(n float64)float64{return 100*n},1,1,2)
 show("cliff",func(n float64)float64{ if n>16 {return 500}; return 100*n},.1,1,2,4,8,12,16,20,24,32)
 show("cliff2",func(n float64)float64{ if n>24 {return 300}; return 100*min(n,16)},.1,1,2,4,8,12,16,20,24,32,48)
 show("zero then",func(n float64)float64{ if n>1 {return 0}; return 100},1,1,2,4,8)
 show("zero first",func(n float64)float64{ if n<8 {return 0}; return 800},1,1,2,4,8)
 show("tiny",func(n float64)float64{ return 1},1,1,2,4,8)
 show("huge",func(n float64)float64{ return 1e12*min(n,4)},1,1,2,4,8)
 _=math.Pi
}
