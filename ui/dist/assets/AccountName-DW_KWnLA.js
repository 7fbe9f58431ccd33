<<<<<<<< HEAD:ui/dist/assets/AccountName-DW_KWnLA.js
import{j as t,A as r}from"./index-DYQu1kUj.js";import{w as i}from"./CopyableId-B-6MjBho.js";import{C as a}from"./CopyButton-DV2DiyuP.js";const m=({did:s,handle:e,to:o})=>{const n=e===null?t.jsx("code",{children:i(s,24)}):e;return t.jsxs("span",{className:"copyable",children:[o===void 0?t.jsx("span",{title:s,children:n}):t.jsx(r,{to:o,title:s,children:n}),t.jsx(a,{text:s,what:"the DID",isTiny:!0})]})};export{m as A};
========
import{j as t,A as r}from"./index-D2nbejc8.js";import{w as i}from"./CopyableId-C_gfpaLH.js";import{C as a}from"./CopyButton-DVa9nfmu.js";const m=({did:s,handle:e,to:o})=>{const n=e===null?t.jsx("code",{children:i(s,24)}):e;return t.jsxs("span",{className:"copyable",children:[o===void 0?t.jsx("span",{title:s,children:n}):t.jsx(r,{to:o,title:s,children:n}),t.jsx(a,{text:s,what:"the DID",isTiny:!0})]})};export{m as A};
>>>>>>>> f00e6e5c (Browse indexed records in the settings):ui/dist/assets/AccountName-_8FW9JCu.js
