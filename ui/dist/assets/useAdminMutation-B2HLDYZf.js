import{a5 as s,aB as i,aC as u}from"./index-BbYkIoCV.js";const r=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{r as u};
