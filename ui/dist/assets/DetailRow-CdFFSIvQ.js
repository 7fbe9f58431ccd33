<<<<<<<< HEAD:ui/dist/assets/DetailRow-ijSeO5Ml.js
import{j as s}from"./index-mjt8mF1C.js";const o=({children:t,name:r})=>s.jsxs(s.Fragment,{children:[s.jsx("dt",{children:r}),s.jsx("dd",{children:t})]});export{o as D};
========
import{j as s}from"./index-DcVduFFB.js";const o=({children:t,name:r})=>s.jsxs(s.Fragment,{children:[s.jsx("dt",{children:r}),s.jsx("dd",{children:t})]});export{o as D};
>>>>>>>> a65a25f8 (Group sign-ins by app, say times relative to now, and show whether the address of an app is verified):ui/dist/assets/DetailRow-CdFFSIvQ.js
