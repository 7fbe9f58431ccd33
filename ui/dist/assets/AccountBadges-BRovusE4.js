<<<<<<<< HEAD:ui/dist/assets/AccountBadges-kM0-50SQ.js
import{j as n}from"./index-BYhReDSN.js";const d=({isTakenDown:e,status:a})=>n.jsxs(n.Fragment,{children:[a!==null&&n.jsx("span",{className:"badge warn",children:a==="takendown"?"Taken down by its host":a}),e&&n.jsx("span",{className:"badge bad",children:"Taken down"}),a===null&&!e&&n.jsx("span",{className:"badge good",children:"Active"})]});export{d as A};
========
import{j as n}from"./index-DKnPTzGl.js";const d=({isTakenDown:e,status:a})=>n.jsxs(n.Fragment,{children:[a!==null&&n.jsx("span",{className:"badge warn",children:a==="takendown"?"Taken down by its host":a}),e&&n.jsx("span",{className:"badge bad",children:"Taken down"}),a===null&&!e&&n.jsx("span",{className:"badge good",children:"Active"})]});export{d as A};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/AccountBadges-BRovusE4.js
