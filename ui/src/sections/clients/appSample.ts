import type { OAuthClientType } from "../../api/documents.ts";

interface Sampled {
  readonly clientId: string;
  readonly clientType: OAuthClientType;
  readonly redirectUris: ReadonlyArray<string>;
}

/** Writes a string literal that a registered value cannot break out of, nor out of the script around it. */
const text = (value: string): string => JSON.stringify(value).replaceAll("<", "\\u003c");

const inBrowser = (server: string, { clientId }: Sampled): string => `<script type="module">
  import { createClient } from ${text(`${server}/sdk.js`)};

  const client = createClient({ server: ${text(server)}, clientId: ${text(clientId)} });
  await client.handleRedirectCallback();
  if (client.isAuthenticated()) {
    const { viewer } = await client.query("{ viewer { did handle } }");
    document.body.append(\`Hello \${viewer.handle}\`);
  } else {
    await client.loginWithRedirect({ handle: prompt("Your handle") });
  }
</script>
`;

const onServer = (
  server: string,
  { clientId, redirectUris }: Sampled
): string => `// curl -o tidemark.js ${server}/sdk/node.js
import { createClient } from "./tidemark.js";

const client = createClient({
  server: ${text(server)},
  clientId: ${text(clientId)},
  clientSecret: process.env.CLIENT_SECRET,
  redirectUri: ${text(redirectUris[0] ?? "")}
});
const { state, url } = await client.beginLogin({ handle: "alice.example.com" });
// Store state in the user's session and redirect the browser to url. When it returns:
const { did } = await client.completeLogin(callbackUrl, state);
const { viewer } = await client.as(did).query("{ viewer { did handle } }");
`;

/** Returns sample code for an app of a client. */
export const appSample = (server: string, client: Sampled): string =>
  client.clientType === "PUBLIC" ? inBrowser(server, client) : onServer(server, client);
