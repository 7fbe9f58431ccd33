import{w as n,aE as u,aF as i}from"./index-TkqU5jBQ.js";const r=(s,e=()=>{})=>{const t=n();return u({mutationFn:a=>i(s,a),onSuccess:async a=>{e(a),await t.invalidateQueries()}})};export{r as u};
