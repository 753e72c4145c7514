package klang
import ("testing";"fmt";"banco/geom";"math/rand/v2";"os")
func TestZZ(t *testing.T){
 for _,o:=range []string{``,`{"terrain_pieces":9}`,`{"terrain_pieces":14}`,`{"terrain_size":150}`,`{"terrain_size":200}`,`{"terrain_size":60}`,`{"field_cm":40}`,`{"base_mm":60}`,`{"field_cm":90,"terrain_pieces":20}`,`{"terrain":"piazzale"}`,`{"terrain":"corridoi"}`,`{"terrain":"discarica"}`}{
  c:=configure(t,o)
  n,see,tot,area:=0,0,0,0.0
  rng:=rand.New(rand.NewPCG(1,1))
  for i:=0;i<200;i++{
   g:=c.ground
   if g==nil {g=c.deal(uint64(i))}
   n+=len(g.Pieces)
   for _,p:=range g.Pieces{ for k:=range p.Poly{q:=p.Poly[(k+1)%len(p.Poly)]; area+=float64(p.Poly[k].X*q.Y-q.X*p.Poly[k].Y)/2} }
   for k:=0;k<50;k++{
    a:=geom.Disc{C:geom.Point{X:between(rng,c.radius,c.width-c.radius),Y:between(rng,c.radius,c.width-c.radius)},R:c.radius}
    b:=geom.Disc{C:geom.Point{X:between(rng,c.radius,c.width-c.radius),Y:between(rng,c.radius,c.width-c.radius)},R:c.radius}
    if !g.Scene.Free(a,nil)||!g.Scene.Free(b,nil){continue}
    tot++; if g.Scene.Sight(a,b){see++}
   }
   if i<2 { f,_:=os.Create(fmt.Sprintf("/tmp/terr_%s_%d.svg",fmt.Sprint(len(o),c.opt.Terrain),i))
     fmt.Fprintf(f,`<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500" viewBox="0 0 %d %d"><rect width="100%%" height="100%%" fill="white"/>`,c.width,c.width)
     for _,p:=range g.Pieces{fmt.Fprintf(f,`<polygon fill="gray" points="`);for _,q:=range p.Poly{fmt.Fprintf(f,"%d,%d ",q.X,c.width-q.Y)};fmt.Fprint(f,`"/>`)}
     for _,l:=range c.startLoot(){fmt.Fprintf(f,`<circle cx="%d" cy="%d" r="1000" fill="red"/>`,l.X,c.width-l.Y)}
     fmt.Fprint(f,"</svg>");f.Close()}
  }
  fmt.Printf("%-40s pieces %.2f area%% %.1f sight %.2f\n",o,float64(n)/200,area/200/float64(c.width*c.width)*100,float64(see)/float64(tot))
 }
}
