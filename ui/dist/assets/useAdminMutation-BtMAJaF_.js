<<<<<<<< HEAD:ui/dist/assets/useAdminMutation-BOG1Dgs0.js
import{ae as s,aJ as i,ac as u}from"./index-mjt8mF1C.js";const c=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{c as u};
========
import{ae as s,aJ as i,ac as u}from"./index-DcVduFFB.js";const c=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{c as u};
>>>>>>>> a65a25f8 (Group sign-ins by app, say times relative to now, and show whether the address of an app is verified):ui/dist/assets/useAdminMutation-BtMAJaF_.js
