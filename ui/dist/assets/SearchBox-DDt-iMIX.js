<<<<<<<< HEAD:ui/dist/assets/SearchBox-DSdUKnKI.js
import{j as a,I as t}from"./index-BYhReDSN.js";const o=({label:s,onChange:e,value:r})=>a.jsxs("div",{className:"search",children:[a.jsx(t,{name:"search"}),a.jsx("input",{className:"input",type:"search","aria-label":s,placeholder:s,value:r,onChange:c=>e(c.target.value)})]});export{o as S};
========
import{j as a,I as t}from"./index-DKnPTzGl.js";const o=({label:s,onChange:e,value:r})=>a.jsxs("div",{className:"search",children:[a.jsx(t,{name:"search"}),a.jsx("input",{className:"input",type:"search","aria-label":s,placeholder:s,value:r,onChange:c=>e(c.target.value)})]});export{o as S};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/SearchBox-DDt-iMIX.js
