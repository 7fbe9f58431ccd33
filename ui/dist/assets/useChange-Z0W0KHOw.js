import{v as n,aD as u,aE as i}from"./index-DI4P_nCM.js";const r=(s,e=()=>{})=>{const t=n();return u({mutationFn:a=>i(s,a),onSuccess:async a=>{e(a),await t.invalidateQueries()}})};export{r as u};
