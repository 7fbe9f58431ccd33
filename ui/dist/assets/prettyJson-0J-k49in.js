const t=r=>{try{return JSON.stringify(JSON.parse(r),null,2)}catch{return r}};export{t as p};
