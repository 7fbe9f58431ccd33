import { once } from "node:events";
import { createServer } from "node:http";
import * as Effect from "effect/Effect";

interface App {
  readonly server: string;
  readonly clientId: string;
}

const page = ({ clientId, server }: App): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>An app with the SDK</title><link rel="icon" href="data:,"></head>
<body>
<script type="module">
import { createClient } from "${server}/sdk.js";
const client = createClient(${JSON.stringify({ server, clientId })});
const told = (run) => run.then((data) => ({ data }), ({ name, reason, code, message }) => ({ name, reason, code, message }));
Object.assign(window, { client, told });
window.callback = await told(client.handleRedirectCallback());
</script>
</body>
</html>
`;

/** A page that has nothing but the SDK, on a port of its own; gives its address. */
export const serveSdkPage = (app: App) =>
  Effect.gen(function* () {
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page(app));
    });
    yield* Effect.acquireRelease(
      Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
      () => Effect.sync(() => server.close().closeAllConnections())
    );
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  });
