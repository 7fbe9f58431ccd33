<<<<<<<< HEAD:ui/dist/assets/CodeBlock-CoTLZXJY.js
import{j as s}from"./index-BYhReDSN.js";import{C as r}from"./CopyButton-CCvufw-3.js";const n=({text:o,what:e})=>s.jsxs("div",{className:"code-block",children:[s.jsx("section",{tabIndex:0,"aria-label":e,children:s.jsx("pre",{children:s.jsx("code",{children:o})})}),s.jsx(r,{text:o,what:e,isTiny:!0})]});export{n as C};
========
import{j as s}from"./index-DKnPTzGl.js";import{C as r}from"./CopyButton-CIXEyMHd.js";const n=({text:o,what:e})=>s.jsxs("div",{className:"code-block",children:[s.jsx("section",{tabIndex:0,"aria-label":e,children:s.jsx("pre",{children:s.jsx("code",{children:o})})}),s.jsx(r,{text:o,what:e,isTiny:!0})]});export{n as C};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/CodeBlock-D5-H6TWd.js
