<<<<<<<< HEAD:ui/dist/assets/useFilters-D-zDm__m.js
import{aW as i,X as f}from"./index-mjt8mF1C.js";const u=()=>{const{path:a,search:n}=i();return{search:n,change:r=>{const e=new URLSearchParams(n);for(const[s,t]of Object.entries(r)){e.delete(s);for(const c of typeof t=="string"?[t]:t)c!==""&&e.append(s,c)}const o=e.toString();f(o===""?a:`${a}?${o}`,"replace")}}};export{u};
========
import{aW as i,X as f}from"./index-DcVduFFB.js";const u=()=>{const{path:a,search:n}=i();return{search:n,change:r=>{const e=new URLSearchParams(n);for(const[s,t]of Object.entries(r)){e.delete(s);for(const c of typeof t=="string"?[t]:t)c!==""&&e.append(s,c)}const o=e.toString();f(o===""?a:`${a}?${o}`,"replace")}}};export{u};
>>>>>>>> a65a25f8 (Group sign-ins by app, say times relative to now, and show whether the address of an app is verified):ui/dist/assets/useFilters-HjahQkG4.js
