<<<<<<<< HEAD:ui/dist/assets/useFocusFallback-DIlSkZ05.js
import{r as e}from"./index-BYhReDSN.js";const r=()=>e.useEffect(()=>()=>{requestAnimationFrame(()=>{document.activeElement===document.body&&document.querySelector("h1")?.focus({preventScroll:!0})})},[]);export{r as u};
========
import{r as e}from"./index-DKnPTzGl.js";const r=()=>e.useEffect(()=>()=>{requestAnimationFrame(()=>{document.activeElement===document.body&&document.querySelector("h1")?.focus({preventScroll:!0})})},[]);export{r as u};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/useFocusFallback-MC--ODfR.js
