<<<<<<<< HEAD:ui/dist/assets/AccountBadges-BgMsN__W.js
import{j as n}from"./index-mjt8mF1C.js";const d=({isTakenDown:e,status:a})=>n.jsxs(n.Fragment,{children:[a!==null&&n.jsx("span",{className:"badge warn",children:a==="takendown"?"Taken down by its host":a}),e&&n.jsx("span",{className:"badge bad",children:"Taken down"}),a===null&&!e&&n.jsx("span",{className:"badge good",children:"Active"})]});export{d as A};
========
import{j as n}from"./index-DcVduFFB.js";const d=({isTakenDown:e,status:a})=>n.jsxs(n.Fragment,{children:[a!==null&&n.jsx("span",{className:"badge warn",children:a==="takendown"?"Taken down by its host":a}),e&&n.jsx("span",{className:"badge bad",children:"Taken down"}),a===null&&!e&&n.jsx("span",{className:"badge good",children:"Active"})]});export{d as A};
>>>>>>>> a65a25f8 (Group sign-ins by app, say times relative to now, and show whether the address of an app is verified):ui/dist/assets/AccountBadges-Oi3gzyqc.js
