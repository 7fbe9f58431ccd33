import{u as t,ba as s}from"./index-E3jFzQDJ.js";const e=()=>t(s,{},{pollingInterval:1e4});export{e as u};
