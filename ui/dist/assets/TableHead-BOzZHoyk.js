<<<<<<<< HEAD:ui/dist/assets/TableHead-BOzZHoyk.js
import{j as e}from"./index-BYhReDSN.js";const i=s=>typeof s=="string"?{name:s}:s,d=({columns:s})=>e.jsx("thead",{children:e.jsx("tr",{children:s.map(i).map(({className:t,isHidden:r=!1,name:a})=>e.jsx("th",{scope:"col",className:t,children:r?e.jsx("span",{className:"visually-hidden",children:a}):a},a))})});export{d as T};
========
import{j as e}from"./index-DKnPTzGl.js";const i=s=>typeof s=="string"?{name:s}:s,d=({columns:s})=>e.jsx("thead",{children:e.jsx("tr",{children:s.map(i).map(({className:t,isHidden:r=!1,name:a})=>e.jsx("th",{scope:"col",className:t,children:r?e.jsx("span",{className:"visually-hidden",children:a}):a},a))})});export{d as T};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/TableHead-B6AQU5xO.js
