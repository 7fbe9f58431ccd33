<<<<<<<< HEAD:ui/dist/assets/useSealedSize-BRO7i6pd.js
import{u as a,H as o}from"./index-BYhReDSN.js";import{i as n}from"./sealState-CDiVaDDE.js";const l=t=>{const{data:i}=a(o,{},{pollingInterval:s=>(s?.auditLog.checkpoint?.size??0)<t?1e3:!1});if(i===void 0)return null;const{auditLog:e}=i;return{size:e.checkpoint?.size??0,isLate:n(e)||e.refusal!==null}};export{l as u};
========
import{u as a,H as o}from"./index-DKnPTzGl.js";import{i as n}from"./sealState-CDiVaDDE.js";const l=t=>{const{data:i}=a(o,{},{pollingInterval:s=>(s?.auditLog.checkpoint?.size??0)<t?1e3:!1});if(i===void 0)return null;const{auditLog:e}=i;return{size:e.checkpoint?.size??0,isLate:n(e)||e.refusal!==null}};export{l as u};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/useSealedSize-CCFxXFLa.js
