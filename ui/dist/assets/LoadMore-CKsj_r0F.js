<<<<<<<< HEAD:ui/dist/assets/LoadMore-DGuTvLBd.js
import{j as o,B as t}from"./index-mjt8mF1C.js";const d=({hasMore:s,isPending:r,onPress:a})=>s?o.jsx("div",{className:"card-foot",children:o.jsx(t,{onPress:a,isPending:r,children:"Load more"})}):null;export{d as L};
========
import{j as o,B as t}from"./index-DcVduFFB.js";const d=({hasMore:s,isPending:r,onPress:a})=>s?o.jsx("div",{className:"card-foot",children:o.jsx(t,{onPress:a,isPending:r,children:"Load more"})}):null;export{d as L};
>>>>>>>> a65a25f8 (Group sign-ins by app, say times relative to now, and show whether the address of an app is verified):ui/dist/assets/LoadMore-CKsj_r0F.js
