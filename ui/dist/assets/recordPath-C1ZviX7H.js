const t=e=>{const[o="",n="",r=""]=e.replace("at://","").split("/");return`/records/${n}/${encodeURIComponent(o)}/${encodeURIComponent(r)}`};export{t as r};
