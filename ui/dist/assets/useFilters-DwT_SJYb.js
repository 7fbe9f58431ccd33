<<<<<<<< HEAD:ui/dist/assets/useFilters-DwT_SJYb.js
import{aW as i,X as f}from"./index-BYhReDSN.js";const u=()=>{const{path:a,search:n}=i();return{search:n,change:r=>{const e=new URLSearchParams(n);for(const[s,t]of Object.entries(r)){e.delete(s);for(const c of typeof t=="string"?[t]:t)c!==""&&e.append(s,c)}const o=e.toString();f(o===""?a:`${a}?${o}`,"replace")}}};export{u};
========
import{aW as i,X as f}from"./index-DKnPTzGl.js";const u=()=>{const{path:a,search:n}=i();return{search:n,change:r=>{const e=new URLSearchParams(n);for(const[s,t]of Object.entries(r)){e.delete(s);for(const c of typeof t=="string"?[t]:t)c!==""&&e.append(s,c)}const o=e.toString();f(o===""?a:`${a}?${o}`,"replace")}}};export{u};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/useFilters-DDwmU4tu.js
