package intake_test

import ("fmt";"math/rand";"strings";"testing";"time";"turnbook/agents/intake")
func TestZZRandom(t *testing.T) {
	frag := []string{"- ","1. ","* ","+ ","> ","  ","    ","\t","\n","\n","\n\n","# ","## ","### ","#### ","```\n","---\n","===\n","[","](",")","**","_","`","<div>","<!-- "," -->","<b>","[ ] ","[x] ","|","!!! ","![","{% ","   ","10) ","\\","<","&amp;","[^1]: ","]: ","***\n","a: "}
	bad:=0
	for seed:=int64(0); seed<40000 && bad<6; seed++ {
		r:=rand.New(rand.NewSource(seed)); var b strings.Builder; n:=r.Intn(40)+1; words:=[]string{}
		for i:=0;i<n;i++ { if r.Intn(3)==0 { w:=fmt.Sprintf("wq%cz%cq",'a'+r.Intn(26),'a'+i%26); words=append(words,w); b.WriteString(w+" ") } else { b.WriteString(frag[r.Intn(len(frag))]) } }
		src:=b.String()
		doc,err:=intake.Read("x.md",[]byte(src),"p"); if err!=nil { if len(words)>0 {t.Errorf("%d %q %v",seed,src,err);bad++}; continue }
		checkSound(t,doc)
		out:=string(textOf(doc))
		for _,w:=range words { if !strings.Contains(out,w) { t.Errorf("seed %d lost %s in %q\n%s",seed,w,src,asJSON(t,doc)); bad++; break } }
	}
	var par strings.Builder
	par.WriteString(`{"type":"playbook","workflow_start":"p","workflow":{"p":{"type":"parallel","description":"`+strings.Repeat("long ",200000)+`","next_steps":["s0"`)
	for i:=0;i<30000;i++ { fmt.Fprintf(&par,`,"s%d"`,i+1) }
	par.WriteString(`]}`)
	for i:=0;i<30000;i++ { fmt.Fprintf(&par,`,"s%d":{"type":"action","name":"n","on_completion":"x%d"}`,i,i) }
	par.WriteString(`}}`)
	for name,s := range map[string]string{"par":par.String(),"items":strings.Repeat("- a *b*\n",99000),"emp": strings.Repeat("**b** x\n\n",240000),"gt":strings.Repeat(strings.Repeat(">",40)+"x\n",190000),"stairs":strings.Repeat(stairs(40),2400)} {
		st:=time.Now(); d,err:=intake.Read("x",[]byte(s),"p"); fmt.Println(name,len(s),time.Since(st).Round(time.Millisecond),len(d.Report),err)
	}
}
