const o=[["d",864e5],["h",36e5],["min",6e4],["s",1e3]],u=t=>{const[s,e]=o.find(([,i])=>t>=i)??["ms",1],n=t/e;return`${s==="ms"||n>=10?Math.round(n):Number(n.toFixed(1))} ${s}`};export{u as i};
