import{t as n,aC as u,aD as i}from"./index-BPtiRUDW.js";const r=(s,t=()=>{})=>{const e=n();return u({mutationFn:a=>i(s,a),onSuccess:async a=>{t(a),await e.invalidateQueries()}})};export{r as u};
