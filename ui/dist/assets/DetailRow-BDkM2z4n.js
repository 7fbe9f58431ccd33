import{j as s}from"./index-DHVSDpeu.js";const o=({children:t,name:r})=>s.jsxs(s.Fragment,{children:[s.jsx("dt",{children:r}),s.jsx("dd",{children:t})]});export{o as D};
