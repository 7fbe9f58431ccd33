import { literal, publicDocument, type QuickStart, type QuickStartClient, redirectUriOf } from "./QuickStart.ts";

const credential = ({ tokenEndpointAuthMethod }: QuickStartClient): string => {
  if (tokenEndpointAuthMethod === "private_key_jwt") return "privateKey: JSON.parse(process.env.CLIENT_KEY)";
  return tokenEndpointAuthMethod === "client_secret_post"
    ? 'clientSecret: process.env.CLIENT_SECRET,\n  secretMethod: "client_secret_post"'
    : "clientSecret: process.env.CLIENT_SECRET";
};

const signIn = (server: string, client: QuickStartClient): string => `import { createServer } from "node:http";
import { createClient } from "tidemark-sdk/node";

const redirectUri = new URL(${literal(redirectUriOf(client))});
const client = createClient({
  server: ${literal(server)},
  clientId: ${literal(client.clientId)},
  redirectUri: redirectUri.href,
  ${credential(client)}
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
`;

const read = (server: string): string => `import { publicQuery } from "tidemark-sdk/node";

const { __schema } = await publicQuery(${literal(server)})("${publicDocument}");
for (const { name } of __schema.queryType.fields) console.log(name);
`;

/** Returns a server that signs users in, for a confidential client; for a public one, a program that reads. */
export const nodeQuickStart = (server: string, client: QuickStartClient): QuickStart => {
  const install = `npm install ${server}/sdk.tgz`;
  if (client.clientType === "PUBLIC") {
    return {
      note: "A public client signs users in from a browser, so this program reads what is public. To sign users in on a server, register a confidential client.",
      install,
      file: "read.mjs",
      code: read(server),
      run: "node read.mjs"
    };
  }
  const byKey = client.tokenEndpointAuthMethod === "private_key_jwt";
  return {
    note: null,
    install,
    file: "server.mjs",
    code: signIn(server, client),
    run: byKey ? `CLIENT_KEY='{"kty":"EC",…}' node server.mjs` : "CLIENT_SECRET='…' node server.mjs"
  };
};
