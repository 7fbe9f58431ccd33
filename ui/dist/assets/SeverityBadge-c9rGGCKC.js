<<<<<<<< HEAD:ui/dist/assets/SeverityBadge-Lb7tOmSN.js
import{j as a}from"./index-mjt8mF1C.js";const r={INFORM:["Informs",""],ALERT:["Alerts","warn"],TAKEDOWN:["Takes down","bad"]},o=({severity:s})=>{const[e,n]=r[s];return a.jsx("span",{className:`badge ${n}`,children:e})};export{o as S};
========
import{j as a}from"./index-DcVduFFB.js";const r={INFORM:["Informs",""],ALERT:["Alerts","warn"],TAKEDOWN:["Takes down","bad"]},o=({severity:s})=>{const[e,n]=r[s];return a.jsx("span",{className:`badge ${n}`,children:e})};export{o as S};
>>>>>>>> a65a25f8 (Group sign-ins by app, say times relative to now, and show whether the address of an app is verified):ui/dist/assets/SeverityBadge-c9rGGCKC.js
