import{z as s,aH as i,aI as u}from"./index-CFhCwmH7.js";const r=(a,e=()=>{})=>{const n=s();return i({mutationFn:t=>u(a,t),onSuccess:async t=>{e(t),await n.invalidateQueries()}})};export{r as u};
