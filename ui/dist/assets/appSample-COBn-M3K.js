const n=(e,{clientId:t})=>`<script type="module">
  import { createClient } from "${e}/sdk.js";

  const client = createClient({ server: "${e}", clientId: "${t}" });
  await client.handleRedirectCallback();
  if (client.isAuthenticated()) {
    const { viewer } = await client.query("{ viewer { did handle } }");
    document.body.append(\`Hello \${viewer.handle}\`);
  } else {
    await client.loginWithRedirect({ handle: prompt("Your handle") });
  }
<\/script>
`,a=(e,{clientId:t,redirectUris:i})=>`// curl -o tidemark.js ${e}/sdk/node.js
import { createClient } from "./tidemark.js";

const client = createClient({
  server: "${e}",
  clientId: "${t}",
  clientSecret: process.env.CLIENT_SECRET,
  redirectUri: "${i[0]??""}"
});
const { state, url } = await client.beginLogin({ handle: "alice.example.com" });
// Keep state in the session of the browser, and send it to url. When it is back:
const { did } = await client.completeLogin(callbackUrl, state);
const { viewer } = await client.as(did).query("{ viewer { did handle } }");
`,c=(e,t)=>t.clientType==="PUBLIC"?n(e,t):a(e,t);export{c as a};
