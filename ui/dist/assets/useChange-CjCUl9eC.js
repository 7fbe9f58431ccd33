import{aB as n,aC as u,aD as i}from"./index-B38c8cfy.js";const r=(s,e=()=>{})=>{const t=n();return u({mutationFn:a=>i(s,a),onSuccess:async a=>{e(a),await t.invalidateQueries()}})};export{r as u};
