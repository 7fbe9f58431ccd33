<<<<<<<< HEAD:ui/dist/assets/DetailRow-AfdHtwGF.js
import{j as s}from"./index-DYQu1kUj.js";const o=({children:t,name:r})=>s.jsxs(s.Fragment,{children:[s.jsx("dt",{children:r}),s.jsx("dd",{children:t})]});export{o as D};
========
import{j as s}from"./index-D2nbejc8.js";const o=({children:t,name:r})=>s.jsxs(s.Fragment,{children:[s.jsx("dt",{children:r}),s.jsx("dd",{children:t})]});export{o as D};
>>>>>>>> f00e6e5c (Browse indexed records in the settings):ui/dist/assets/DetailRow-D1kP8kn8.js
