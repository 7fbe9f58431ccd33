import{a6 as s,aC as i,aD as u}from"./index-DYQu1kUj.js";const r=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{r as u};
