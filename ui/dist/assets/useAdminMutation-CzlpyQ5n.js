<<<<<<<< HEAD:ui/dist/assets/useAdminMutation-CK6SNuTr.js
import{ae as s,aJ as i,ac as u}from"./index-BYhReDSN.js";const c=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{c as u};
========
import{ae as s,aJ as i,ac as u}from"./index-DKnPTzGl.js";const c=(t,e=()=>{})=>{const n=s();return i({mutationFn:a=>u(t,a),onSuccess:async a=>{e(a),await n.invalidateQueries()}})};export{c as u};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/useAdminMutation-CzlpyQ5n.js
