import{M as n,as as i,at as u}from"./index-BVuBNCvR.js";const r=(a,s=()=>{})=>{const e=n();return i({mutationFn:t=>u(a,t),onSuccess:async t=>{s(t),await e.invalidateQueries()}})};export{r as u};
