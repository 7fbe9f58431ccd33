<<<<<<<< HEAD:ui/dist/assets/useFilters-G-XuFiKj.js
import{bt as i,K as f}from"./index-DYQu1kUj.js";const u=()=>{const{path:n,search:o}=i();return{search:o,change:r=>{const e=new URLSearchParams(o);for(const[s,t]of Object.entries(r)){e.delete(s);for(const c of typeof t=="string"?[t]:t)c!==""&&e.append(s,c)}const a=e.toString();f(a===""?n:`${n}?${a}`,"replace")}}};export{u};
========
import{bu as i,V as f}from"./index-D2nbejc8.js";const h=()=>{const{path:n,search:o}=i();return{search:o,change:r=>{const e=new URLSearchParams(o);for(const[s,t]of Object.entries(r)){e.delete(s);for(const c of typeof t=="string"?[t]:t)c!==""&&e.append(s,c)}const a=e.toString();f(a===""?n:`${n}?${a}`,"replace")}}};export{h as u};
>>>>>>>> f00e6e5c (Browse indexed records in the settings):ui/dist/assets/useFilters-f6TJ_e1c.js
