const e=({lagSeconds:t})=>t>10,a=t=>t.refusal!==null?["bad","Not sealing"]:e(t)?["warn","Behind"]:["good","Current"];export{e as i,a as s};
