import{ae as s,aJ as i,ac as u}from"./index-DHVSDpeu.js";const c=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{c as u};
