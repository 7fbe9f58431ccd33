import{ac as s,aI as i,aJ as u}from"./index-C_GVsdWR.js";const c=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{c as u};
