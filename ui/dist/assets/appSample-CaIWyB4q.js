const i=e=>JSON.stringify(e).replaceAll("<","\\u003c"),r=(e,{clientId:t})=>`<script type="module">
  import { createClient } from ${i(`${e}/sdk.js`)};

  const client = createClient({ server: ${i(e)}, clientId: ${i(t)} });
  await client.handleRedirectCallback();
  if (client.isAuthenticated()) {
    const { viewer } = await client.query("{ viewer { did handle } }");
    document.body.append(\`Hello \${viewer.handle}\`);
  } else {
    await client.loginWithRedirect({ handle: prompt("Your handle") });
  }
<\/script>
`,c=(e,{clientId:t,redirectUris:n})=>`// curl -o tidemark.js ${e}/sdk/node.js
import { createClient } from "./tidemark.js";

const client = createClient({
  server: ${i(e)},
  clientId: ${i(t)},
  clientSecret: process.env.CLIENT_SECRET,
  redirectUri: ${i(n[0]??"")}
});
const { state, url } = await client.beginLogin({ handle: "alice.example.com" });
// Store state in the user's session and redirect the browser to url. When it returns:
const { did } = await client.completeLogin(callbackUrl, state);
const { viewer } = await client.as(did).query("{ viewer { did handle } }");
`,a=(e,t)=>t.clientType==="PUBLIC"?r(e,t):c(e,t);export{a};
