import { literal, publicDocument, type QuickStart, type QuickStartClient, redirectUriOf } from "./QuickStart.ts";

const page = (body: string): string => `<!doctype html>
<meta charset="utf-8">
<title>My app</title>
${body}`;

const signIn = (server: string, client: QuickStartClient): string =>
  page(`<form hidden>
  <label>Your handle <input name="handle" required></label>
  <button>Sign in</button>
</form>
<p id="message"></p>
<script type="module">
  import { createClient } from ${literal(`${server}/sdk.js`)};

  const client = createClient({
    server: ${literal(server)},
    clientId: ${literal(client.clientId)},
    redirectUri: ${literal(redirectUriOf(client))}
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
</script>
`);

const read = (server: string): string =>
  page(`<ul></ul>
<script type="module">
  import { publicQuery } from ${literal(`${server}/sdk.js`)};

  const { __schema } = await publicQuery(${literal(server)})("${publicDocument}");
  for (const { name } of __schema.queryType.fields) {
    document.querySelector("ul").append(Object.assign(document.createElement("li"), { textContent: name }));
  }
</script>
`);

/** Returns a page without a build, for the redirect URI of a client. */
export const htmlQuickStart = (server: string, client: QuickStartClient): QuickStart =>
  client.clientType === "PUBLIC"
    ? { note: null, install: null, file: "index.html", code: signIn(server, client), run: null }
    : {
        note: "A page cannot keep a secret, so this one reads what is public. To sign users in from a page, register a public client.",
        install: null,
        file: "index.html",
        code: read(server),
        run: null
      };
