<<<<<<<< HEAD:ui/dist/assets/useSealedSize-ChfHinZ-.js
import{u as a,v as o}from"./index-DYQu1kUj.js";import{i as n}from"./sealState-CDiVaDDE.js";const l=t=>{const{data:i}=a(o,{},{pollingInterval:s=>(s?.auditLog.checkpoint?.size??0)<t?1e3:!1});if(i===void 0)return null;const{auditLog:e}=i;return{size:e.checkpoint?.size??0,isLate:n(e)||e.refusal!==null}};export{l as u};
========
import{u as a,G as o}from"./index-D2nbejc8.js";import{i as n}from"./sealState-CDiVaDDE.js";const l=t=>{const{data:i}=a(o,{},{pollingInterval:s=>(s?.auditLog.checkpoint?.size??0)<t?1e3:!1});if(i===void 0)return null;const{auditLog:e}=i;return{size:e.checkpoint?.size??0,isLate:n(e)||e.refusal!==null}};export{l as u};
>>>>>>>> f00e6e5c (Browse indexed records in the settings):ui/dist/assets/useSealedSize-CK-732Tc.js
