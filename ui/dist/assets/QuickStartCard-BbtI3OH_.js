import{r as w,j as n,S as k,N as S,L as v}from"./index-DHVSDpeu.js";import{C as d}from"./CodeBlock-Dzw4qF6P.js";const s=e=>JSON.stringify(e).replaceAll("<","\\u003c"),i=e=>`'${e.replaceAll("'","'\\''")}'`,o=({redirectUris:e})=>e[0]??"",c="{ __schema { queryType { fields { name } } } }",b=({clientId:e,tokenEndpointAuthMethod:t})=>t==="client_secret_post"?`-d ${i(`client_id=${e}`)} -d "client_secret=$CLIENT_SECRET"`:`-u ${i(`${e}:`)}"$CLIENT_SECRET"`,j=(e,t)=>{const r=o(t),a=new URLSearchParams({response_type:"code",client_id:t.clientId,redirect_uri:r,code_challenge_method:"S256"});return`verifier=$(openssl rand -hex 32)
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
echo "Open this address and sign in:"
echo ${i(`${e}/oauth/authorize?${a}&code_challenge=`)}"$challenge"
read -rp "Paste the value of code from the address that you return to: " code
token=$(curl -sS ${i(`${e}/oauth/token`)} ${b(t)} \\
  -d grant_type=authorization_code --data-urlencode "code=$code" -d "code_verifier=$verifier" \\
  --data-urlencode ${i(`redirect_uri=${r}`)} | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')
curl -sS ${i(`${e}/graphql`)} -H "authorization: Bearer $token" \\
  -H 'content-type: application/json' -d '{"query":"{ viewer { did handle } }"}'
`},x=e=>`curl -sS ${i(`${e}/graphql`)} -H 'content-type: application/json' \\
  -d '{"query":"${c}"}'
`,C=({tokenEndpointAuthMethod:e})=>e==="client_secret_basic"||e==="client_secret_post",T=(e,t)=>C(t)?{note:null,install:null,file:"sign-in.sh",code:j(e,t),run:"CLIENT_SECRET='…' bash sign-in.sh"}:{note:"This client signs its requests with a key, which takes more than curl: the SDK does it. This request reads what is public.",install:null,file:"read.sh",code:x(e),run:"bash read.sh"},f=e=>`<!doctype html>
<meta charset="utf-8">
<title>My app</title>
${e}`,I=(e,t)=>f(`<form hidden>
  <label>Your handle <input name="handle" required></label>
  <button>Sign in</button>
</form>
<p id="message"></p>
<script type="module">
  import { createClient } from ${s(`${e}/sdk.js`)};

  const client = createClient({
    server: ${s(e)},
    clientId: ${s(t.clientId)},
    redirectUri: ${s(o(t))}
  });
  const form = document.querySelector("form");
  const message = document.querySelector("#message");
  try {
    await client.handleRedirectCallback();
    if (client.isAuthenticated()) {
      const { viewer } = await client.query("{ viewer { did handle } }");
      message.textContent = \`Hello \${viewer.handle ?? viewer.did}\`;
    } else {
      form.hidden = false;
      form.onsubmit = (event) => {
        event.preventDefault();
        client.loginWithRedirect({ handle: form.handle.value });
      };
    }
  } catch (error) {
    message.textContent = error.message;
  }
<\/script>
`),E=e=>f(`<ul></ul>
<script type="module">
  import { publicQuery } from ${s(`${e}/sdk.js`)};

  const { __schema } = await publicQuery(${s(e)})("${c}");
  for (const { name } of __schema.queryType.fields) {
    document.querySelector("ul").append(Object.assign(document.createElement("li"), { textContent: name }));
  }
<\/script>
`),q=(e,t)=>t.clientType==="PUBLIC"?{note:null,install:null,file:"index.html",code:I(e,t),run:null}:{note:"A page cannot keep a secret, so this one reads what is public. To sign users in from a page, register a public client.",install:null,file:"index.html",code:E(e),run:null},L=({tokenEndpointAuthMethod:e})=>e==="private_key_jwt"?"privateKey: JSON.parse(process.env.CLIENT_KEY)":e==="client_secret_post"?`clientSecret: process.env.CLIENT_SECRET,
  secretMethod: "client_secret_post"`:"clientSecret: process.env.CLIENT_SECRET",R=(e,t)=>`import { createServer } from "node:http";
import { createClient } from "tidemark-sdk/node";

const redirectUri = new URL(${s(o(t))});
const client = createClient({
  server: ${s(e)},
  clientId: ${s(t.clientId)},
  redirectUri: redirectUri.href,
  ${L(t)}
});

/** Redirects a new visitor to sign in, and greets a user who returns. */
const answer = async (request, response) => {
  const url = new URL(request.url, redirectUri);
  if (url.pathname === redirectUri.pathname && url.searchParams.has("state")) {
    const state = /(?:^|; )login=([^;]*)/.exec(request.headers.cookie ?? "")?.[1];
    const { did } = await client.completeLogin(url.href, state && decodeURIComponent(state));
    const { viewer } = await client.as(did).query("{ viewer { did handle } }");
    response.end(\`Hello \${viewer.handle ?? viewer.did}\`);
  } else {
    const { state, url: location } = await client.beginLogin();
    const cookie = \`login=\${encodeURIComponent(state)}; HttpOnly; SameSite=Lax; Path=/\`;
    response.writeHead(302, { location, "set-cookie": cookie }).end();
  }
};

const port = process.env.PORT ?? (redirectUri.port || 3000);
createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(error.message));
}).listen(port, () => console.log(\`Open http://127.0.0.1:\${port}/\`));
`,U=e=>`import { publicQuery } from "tidemark-sdk/node";

const { __schema } = await publicQuery(${s(e)})("${c}");
for (const { name } of __schema.queryType.fields) console.log(name);
`,N=(e,t)=>{const r=`npm install ${e}/sdk.tgz`;if(t.clientType==="PUBLIC")return{note:"A public client signs users in from a browser, so this program reads what is public. To sign users in on a server, register a confidential client.",install:r,file:"read.mjs",code:U(e),run:"node read.mjs"};const a=t.tokenEndpointAuthMethod==="private_key_jwt";return{note:null,install:r,file:"server.mjs",code:R(e,t),run:a?`CLIENT_KEY='{"kty":"EC",…}' node server.mjs`:"CLIENT_SECRET='…' node server.mjs"}},Q=e=>`npm create vite@latest my-app -- --template react
cd my-app
npm install ${e}/sdk.tgz`,P=(e,t)=>`import { createRoot } from "react-dom/client";
import { createClient } from "tidemark-sdk";
import { TidemarkProvider, useQuery, useSession } from "tidemark-sdk/react";

const client = createClient({
  server: ${s(e)},
  clientId: ${s(t.clientId)},
  redirectUri: ${s(o(t))}
});

const Greeting = () => {
  const { data } = useQuery("{ viewer { did handle } }");
  return <p>{data === undefined ? "Loading…" : \`Hello \${data.viewer.handle ?? data.viewer.did}\`}</p>;
};

const App = () => {
  const session = useSession();
  if (session.status === "loading") return <p>Loading…</p>;
  if (session.status === "loggedIn") return <Greeting />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        session.login({ handle: event.currentTarget.handle.value });
      }}
    >
      <label>Your handle <input name="handle" required /></label>
      <button>Sign in</button>
      {session.status === "failed" && <p>{session.error.message}</p>}
    </form>
  );
};

createRoot(document.getElementById("root")).render(
  <TidemarkProvider client={client}>
    <App />
  </TidemarkProvider>
);
`,A=e=>`import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { publicQuery } from "tidemark-sdk";

const query = publicQuery(${s(e)});

const App = () => {
  const [fields, setFields] = useState([]);
  useEffect(() => {
    query("${c}").then(({ __schema }) => setFields(__schema.queryType.fields));
  }, []);
  return (
    <ul>
      {fields.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
};

createRoot(document.getElementById("root")).render(<App />);
`,B=(e,t)=>({note:t.clientType==="PUBLIC"?null:"A browser cannot keep a secret, so this app reads what is public. To sign users in from a browser, register a public client.",install:Q(e),file:"src/main.jsx",code:t.clientType==="PUBLIC"?P(e,t):A(e),run:"npm run dev"}),g={html:{name:"HTML",of:q},react:{name:"React",of:B},node:{name:"Node.js",of:N},curl:{name:"curl",of:T}},H=({clientType:e})=>e==="PUBLIC"?"html":"node",K=["html","react","node","curl"].map(e=>({value:e,name:g[e].name})),z=({children:e,client:t,server:r,title:a="Quick start"})=>{const[$,y]=w.useState(null),l=$??H(t),{code:_,file:u,install:m,note:p,run:h}=g[l].of(r,t);return n.jsxs("section",{className:"card","aria-label":a,children:[n.jsxs("div",{className:"card-head",children:[n.jsxs("div",{children:[n.jsx("h2",{children:a}),n.jsx("p",{children:"Complete programs with this client ID and the address of this instance."})]}),n.jsxs("span",{className:"row",children:[e,n.jsx(k,{label:"Language",value:l,choices:K,onChange:y})]})]}),n.jsxs("div",{className:"card-body stack-small",children:[p!==null&&n.jsxs(S,{children:[n.jsx("span",{children:p})," ",n.jsx(v,{to:"/clients/new",size:"small",children:"Register another client"})]}),m!==null&&n.jsxs(n.Fragment,{children:[n.jsx("p",{className:"soft small",children:"Install the SDK from this instance:"}),n.jsx(d,{text:m,what:"the commands that install the SDK"})]}),n.jsx("p",{className:"soft small",children:l==="html"?n.jsxs(n.Fragment,{children:["Serve this page at the redirect URI, as ",n.jsx("code",{children:u}),":"]}):n.jsxs(n.Fragment,{children:["Save as ",n.jsx("code",{children:u}),":"]})}),n.jsx(d,{text:_,what:"the sample code"}),h!==null&&n.jsxs(n.Fragment,{children:[n.jsx("p",{className:"soft small",children:"Run it:"}),n.jsx(d,{text:h,what:"the command that runs it"})]})]})]})};export{z as Q};
