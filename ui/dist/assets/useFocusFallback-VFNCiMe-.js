<<<<<<<< HEAD:ui/dist/assets/useFocusFallback-C5DPwbae.js
import{r as e}from"./index-mjt8mF1C.js";const r=()=>e.useEffect(()=>()=>{requestAnimationFrame(()=>{document.activeElement===document.body&&document.querySelector("h1")?.focus({preventScroll:!0})})},[]);export{r as u};
========
import{r as e}from"./index-DcVduFFB.js";const r=()=>e.useEffect(()=>()=>{requestAnimationFrame(()=>{document.activeElement===document.body&&document.querySelector("h1")?.focus({preventScroll:!0})})},[]);export{r as u};
>>>>>>>> a65a25f8 (Group sign-ins by app, say times relative to now, and show whether the address of an app is verified):ui/dist/assets/useFocusFallback-VFNCiMe-.js
