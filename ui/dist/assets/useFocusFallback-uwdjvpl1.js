<<<<<<<< HEAD:ui/dist/assets/useFocusFallback-uwdjvpl1.js
import{r as e}from"./index-DYQu1kUj.js";const r=()=>e.useEffect(()=>()=>{requestAnimationFrame(()=>{document.activeElement===document.body&&document.querySelector("h1")?.focus({preventScroll:!0})})},[]);export{r as u};
========
import{r as e}from"./index-D2nbejc8.js";const r=()=>e.useEffect(()=>()=>{requestAnimationFrame(()=>{document.activeElement===document.body&&document.querySelector("h1")?.focus({preventScroll:!0})})},[]);export{r as u};
>>>>>>>> f00e6e5c (Browse indexed records in the settings):ui/dist/assets/useFocusFallback-CloeQVTH.js
