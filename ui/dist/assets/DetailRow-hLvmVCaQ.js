<<<<<<<< HEAD:ui/dist/assets/DetailRow-CkS2060H.js
import{j as s}from"./index-BYhReDSN.js";const o=({children:t,name:r})=>s.jsxs(s.Fragment,{children:[s.jsx("dt",{children:r}),s.jsx("dd",{children:t})]});export{o as D};
========
import{j as s}from"./index-DKnPTzGl.js";const o=({children:t,name:r})=>s.jsxs(s.Fragment,{children:[s.jsx("dt",{children:r}),s.jsx("dd",{children:t})]});export{o as D};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/DetailRow-hLvmVCaQ.js
