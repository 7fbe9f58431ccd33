const a=({lagSeconds:e})=>e>10,r=(e,t)=>e.refusal!==null?["bad","Not sealing"]:a(e)?["warn","Behind"]:t?["bad","Verification failed"]:["good","Current"];export{a as i,r as s};
