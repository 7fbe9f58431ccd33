const o=new Intl.NumberFormat("en"),n=t=>o.format(t);export{n as c};
