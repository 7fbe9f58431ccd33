<<<<<<<< HEAD:ui/dist/assets/SearchBox-BhSoH8an.js
import{j as a,I as t}from"./index-DYQu1kUj.js";const o=({label:s,onChange:e,value:r})=>a.jsxs("div",{className:"search",children:[a.jsx(t,{name:"search"}),a.jsx("input",{className:"input",type:"search","aria-label":s,placeholder:s,value:r,onChange:c=>e(c.target.value)})]});export{o as S};
========
import{j as a,I as t}from"./index-D2nbejc8.js";const o=({label:s,onChange:e,value:r})=>a.jsxs("div",{className:"search",children:[a.jsx(t,{name:"search"}),a.jsx("input",{className:"input",type:"search","aria-label":s,placeholder:s,value:r,onChange:c=>e(c.target.value)})]});export{o as S};
>>>>>>>> f00e6e5c (Browse indexed records in the settings):ui/dist/assets/SearchBox-BuLI7_X4.js
