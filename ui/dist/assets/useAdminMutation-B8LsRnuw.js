import{a2 as s,aD as i,aE as u}from"./index-D2nbejc8.js";const r=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{r as u};
