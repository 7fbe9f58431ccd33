import{ad as s,aJ as i,aK as u}from"./index-NJDC2DgZ.js";const r=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{r as u};
