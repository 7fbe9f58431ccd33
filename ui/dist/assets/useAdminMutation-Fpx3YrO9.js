import{M as s,aM as i,aN as u}from"./index-TrBiSaxP.js";const r=(a,e=()=>{})=>{const n=s();return i({mutationFn:t=>u(a,t),onSuccess:async t=>{e(t),await n.invalidateQueries()}})};export{r as u};
