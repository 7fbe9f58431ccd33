import{y as n,aG as u,aH as i}from"./index-D9ywH7Z4.js";const r=(s,e=()=>{})=>{const t=n();return u({mutationFn:a=>i(s,a),onSuccess:async a=>{e(a),await t.invalidateQueries()}})};export{r as u};
