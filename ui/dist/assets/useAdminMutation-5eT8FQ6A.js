import{W as s,aw as i,ax as u}from"./index-D56BDjcx.js";const r=(a,e=()=>{})=>{const n=s();return i({mutationFn:t=>u(a,t),onSuccess:async t=>{e(t),await n.invalidateQueries()}})};export{r as u};
