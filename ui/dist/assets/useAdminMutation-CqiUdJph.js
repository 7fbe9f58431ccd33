import{ae as s,aK as i,ac as u}from"./index-DFjmb1E4.js";const c=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{c as u};
