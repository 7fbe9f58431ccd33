import{X as s,ax as i,ay as u}from"./index-YxH5dEE1.js";const r=(a,e=()=>{})=>{const n=s();return i({mutationFn:t=>u(a,t),onSuccess:async t=>{e(t),await n.invalidateQueries()}})};export{r as u};
