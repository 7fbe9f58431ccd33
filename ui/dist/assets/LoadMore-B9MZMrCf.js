<<<<<<<< HEAD:ui/dist/assets/LoadMore-B9MZMrCf.js
import{j as o,B as t}from"./index-BYhReDSN.js";const d=({hasMore:s,isPending:r,onPress:a})=>s?o.jsx("div",{className:"card-foot",children:o.jsx(t,{onPress:a,isPending:r,children:"Load more"})}):null;export{d as L};
========
import{j as o,B as t}from"./index-DKnPTzGl.js";const d=({hasMore:s,isPending:r,onPress:a})=>s?o.jsx("div",{className:"card-foot",children:o.jsx(t,{onPress:a,isPending:r,children:"Load more"})}):null;export{d as L};
>>>>>>>> a2b9e512 (Say in the settings when the repositories of a backfill are not listed yet):ui/dist/assets/LoadMore-D2iMKWJn.js
