import{s as r}from"./secondsInWords-7n3L9MeV.js";const d=o=>o<60?`${o.toFixed(1)} s`:r(Math.round(o));export{d};
