const c=o=>`/accounts/${encodeURIComponent(o)}`;export{c as a};
