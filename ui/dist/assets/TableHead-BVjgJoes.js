<<<<<<<< HEAD:ui/dist/assets/TableHead-F44t9uuJ.js
import{j as e}from"./index-B1h_vRV4.js";const i=s=>typeof s=="string"?{name:s}:s,d=({columns:s})=>e.jsx("thead",{children:e.jsx("tr",{children:s.map(i).map(({className:t,isHidden:r=!1,name:a})=>e.jsx("th",{scope:"col",className:t,children:r?e.jsx("span",{className:"visually-hidden",children:a}):a},a))})});export{d as T};
========
import{j as e}from"./index-zMY6oGTz.js";const i=s=>typeof s=="string"?{name:s}:s,d=({columns:s})=>e.jsx("thead",{children:e.jsx("tr",{children:s.map(i).map(({className:t,isHidden:r=!1,name:a})=>e.jsx("th",{scope:"col",className:t,children:r?e.jsx("span",{className:"visually-hidden",children:a}):a},a))})});export{d as T};
>>>>>>>> 37febe6b (Keep styles of sections from other pages, and mend stretched switches, wrapped endpoints and the bar of GraphiQL):ui/dist/assets/TableHead-BVjgJoes.js
