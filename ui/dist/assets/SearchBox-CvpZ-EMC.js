<<<<<<<< HEAD:ui/dist/assets/SearchBox-BWqIuTdI.js
import{j as a,I as t}from"./index-mjt8mF1C.js";const o=({label:s,onChange:e,value:r})=>a.jsxs("div",{className:"search",children:[a.jsx(t,{name:"search"}),a.jsx("input",{className:"input",type:"search","aria-label":s,placeholder:s,value:r,onChange:c=>e(c.target.value)})]});export{o as S};
========
import{j as a,I as t}from"./index-DcVduFFB.js";const o=({label:s,onChange:e,value:r})=>a.jsxs("div",{className:"search",children:[a.jsx(t,{name:"search"}),a.jsx("input",{className:"input",type:"search","aria-label":s,placeholder:s,value:r,onChange:c=>e(c.target.value)})]});export{o as S};
>>>>>>>> a65a25f8 (Group sign-ins by app, say times relative to now, and show whether the address of an app is verified):ui/dist/assets/SearchBox-CvpZ-EMC.js
