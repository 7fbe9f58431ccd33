<<<<<<<< HEAD:ui/dist/assets/CodeBlock-BPKPLMEZ.js
import{j as s}from"./index-DYQu1kUj.js";import{C as r}from"./CopyButton-DV2DiyuP.js";const n=({text:o,what:e})=>s.jsxs("div",{className:"code-block",children:[s.jsx("section",{tabIndex:0,"aria-label":e,children:s.jsx("pre",{children:s.jsx("code",{children:o})})}),s.jsx(r,{text:o,what:e,isTiny:!0})]});export{n as C};
========
import{j as s}from"./index-D2nbejc8.js";import{C as r}from"./CopyButton-DVa9nfmu.js";const n=({text:o,what:e})=>s.jsxs("div",{className:"code-block",children:[s.jsx("section",{tabIndex:0,"aria-label":e,children:s.jsx("pre",{children:s.jsx("code",{children:o})})}),s.jsx(r,{text:o,what:e,isTiny:!0})]});export{n as C};
>>>>>>>> f00e6e5c (Browse indexed records in the settings):ui/dist/assets/CodeBlock-BCN6m9gC.js
