<<<<<<<< HEAD:ui/dist/assets/LoadMore-BgKI7eiY.js
import{j as o,B as t}from"./index-DYQu1kUj.js";const d=({hasMore:s,isPending:r,onPress:a})=>s?o.jsx("div",{className:"card-foot",children:o.jsx(t,{onPress:a,isPending:r,children:"Load more"})}):null;export{d as L};
========
import{j as o,B as t}from"./index-D2nbejc8.js";const d=({hasMore:s,isPending:r,onPress:a})=>s?o.jsx("div",{className:"card-foot",children:o.jsx(t,{onPress:a,isPending:r,children:"Load more"})}):null;export{d as L};
>>>>>>>> f00e6e5c (Browse indexed records in the settings):ui/dist/assets/LoadMore-FYWfZXVe.js
