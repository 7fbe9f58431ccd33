import{y as s,aG as i,aH as u}from"./index-DiEk5W5n.js";const r=(a,e=()=>{})=>{const n=s();return i({mutationFn:t=>u(a,t),onSuccess:async t=>{e(t),await n.invalidateQueries()}})};export{r as u};
