import{u as t,ba as s}from"./index-B1h_vRV4.js";const e=()=>t(s,{},{pollingInterval:1e4});export{e as u};
