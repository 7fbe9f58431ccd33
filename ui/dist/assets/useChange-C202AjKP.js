import{z as n,aH as u,aI as i}from"./index-DlKlBYLm.js";const r=(s,e=()=>{})=>{const t=n();return u({mutationFn:a=>i(s,a),onSuccess:async a=>{e(a),await t.invalidateQueries()}})};export{r as u};
