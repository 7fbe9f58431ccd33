<<<<<<<< HEAD:ui/dist/assets/useSealedSize-DFE3EcJW.js
import{u as a,H as o}from"./index-mjt8mF1C.js";import{i as n}from"./sealState-CDiVaDDE.js";const l=t=>{const{data:i}=a(o,{},{pollingInterval:s=>(s?.auditLog.checkpoint?.size??0)<t?1e3:!1});if(i===void 0)return null;const{auditLog:e}=i;return{size:e.checkpoint?.size??0,isLate:n(e)||e.refusal!==null}};export{l as u};
========
import{u as a,H as o}from"./index-DcVduFFB.js";import{i as n}from"./sealState-CDiVaDDE.js";const l=t=>{const{data:i}=a(o,{},{pollingInterval:s=>(s?.auditLog.checkpoint?.size??0)<t?1e3:!1});if(i===void 0)return null;const{auditLog:e}=i;return{size:e.checkpoint?.size??0,isLate:n(e)||e.refusal!==null}};export{l as u};
>>>>>>>> a65a25f8 (Group sign-ins by app, say times relative to now, and show whether the address of an app is verified):ui/dist/assets/useSealedSize-e3sEY37S.js
