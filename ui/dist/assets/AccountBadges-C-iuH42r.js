<<<<<<<< HEAD:ui/dist/assets/AccountBadges-CoALeAx7.js
import{j as n}from"./index-DYQu1kUj.js";const d=({isTakenDown:e,status:a})=>n.jsxs(n.Fragment,{children:[a!==null&&n.jsx("span",{className:"badge warn",children:a==="takendown"?"Taken down by its host":a}),e&&n.jsx("span",{className:"badge bad",children:"Taken down"}),a===null&&!e&&n.jsx("span",{className:"badge good",children:"Active"})]});export{d as A};
========
import{j as n}from"./index-D2nbejc8.js";const d=({isTakenDown:e,status:a})=>n.jsxs(n.Fragment,{children:[a!==null&&n.jsx("span",{className:"badge warn",children:a==="takendown"?"Taken down by its host":a}),e&&n.jsx("span",{className:"badge bad",children:"Taken down"}),a===null&&!e&&n.jsx("span",{className:"badge good",children:"Active"})]});export{d as A};
>>>>>>>> f00e6e5c (Browse indexed records in the settings):ui/dist/assets/AccountBadges-C-iuH42r.js
