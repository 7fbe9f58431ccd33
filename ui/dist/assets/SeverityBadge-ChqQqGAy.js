<<<<<<<< HEAD:ui/dist/assets/SeverityBadge-CFScEkd9.js
import{j as a}from"./index-DYQu1kUj.js";const r={INFORM:["Informs",""],ALERT:["Alerts","warn"],TAKEDOWN:["Takes down","bad"]},o=({severity:s})=>{const[e,n]=r[s];return a.jsx("span",{className:`badge ${n}`,children:e})};export{o as S};
========
import{j as a}from"./index-D2nbejc8.js";const r={INFORM:["Informs",""],ALERT:["Alerts","warn"],TAKEDOWN:["Takes down","bad"]},o=({severity:s})=>{const[e,n]=r[s];return a.jsx("span",{className:`badge ${n}`,children:e})};export{o as S};
>>>>>>>> f00e6e5c (Browse indexed records in the settings):ui/dist/assets/SeverityBadge-ChqQqGAy.js
