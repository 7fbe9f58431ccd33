<<<<<<<< HEAD:ui/dist/assets/CodeBlock-CmaVI_jR.js
import{j as s}from"./index-mjt8mF1C.js";import{C as r}from"./CopyButton-D85iCPOo.js";const n=({text:o,what:e})=>s.jsxs("div",{className:"code-block",children:[s.jsx("section",{tabIndex:0,"aria-label":e,children:s.jsx("pre",{children:s.jsx("code",{children:o})})}),s.jsx(r,{text:o,what:e,isTiny:!0})]});export{n as C};
========
import{j as s}from"./index-DcVduFFB.js";import{C as r}from"./CopyButton-Ch8q4KrL.js";const n=({text:o,what:e})=>s.jsxs("div",{className:"code-block",children:[s.jsx("section",{tabIndex:0,"aria-label":e,children:s.jsx("pre",{children:s.jsx("code",{children:o})})}),s.jsx(r,{text:o,what:e,isTiny:!0})]});export{n as C};
>>>>>>>> a65a25f8 (Group sign-ins by app, say times relative to now, and show whether the address of an app is verified):ui/dist/assets/CodeBlock-Bq4_iFTr.js
