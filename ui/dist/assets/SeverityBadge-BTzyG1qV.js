<<<<<<<< HEAD:ui/dist/assets/SeverityBadge-DW7FfRtL.js
import{j as a}from"./index-BYhReDSN.js";const r={INFORM:["Informs",""],ALERT:["Alerts","warn"],TAKEDOWN:["Takes down","bad"]},o=({severity:s})=>{const[e,n]=r[s];return a.jsx("span",{className:`badge ${n}`,children:e})};export{o as S};
========
import{j as a}from"./index-DKnPTzGl.js";const r={INFORM:["Informs",""],ALERT:["Alerts","warn"],TAKEDOWN:["Takes down","bad"]},o=({severity:s})=>{const[e,n]=r[s];return a.jsx("span",{className:`badge ${n}`,children:e})};export{o as S};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/SeverityBadge-BTzyG1qV.js
