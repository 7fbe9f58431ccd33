import { once } from "node:events";
import { createServer } from "node:http";
import * as Effect from "effect/Effect";

interface App {
  readonly server: string;
  /** The client ID; by default, the URL of a metadata document that the page serves. */
  readonly clientId?: string;
}

const page = (app: App): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>An app with the SDK</title><link rel="icon" href="data:,"></head>
<body>
<script type="module">
import { createClient } from "${app.server}/sdk.js";
const client = createClient(${JSON.stringify(app)});
const told = (run) => run.then((data) => ({ data }), ({ name, reason, code, message }) => ({ name, reason, code, message }));
const changes = [];
client.onChange((user) => changes.push(user));
// A second client of the same app in the same page: two parts of a page may each create one.
const another = createClient(${JSON.stringify(app)});
Object.assign(window, { client, another, told, changes });
const [callback, second] = await Promise.all([client, another].map((each) => told(each.handleRedirectCallback())));
Object.assign(window, { second, callback });
</script>
</body>
</html>
`;

const metadata = (home: string, clientId: string): object => ({
  client_id: clientId,
  client_name: "Known by its address",
  redirect_uris: [home],
  grant_types: ["authorization_code", "refresh_token"],
  token_endpoint_auth_method: "none",
  scope: "atproto transition:generic"
});

/** Serves a page that contains only the SDK, on a port of its own. Returns its URL. */
export const serveSdkPage = ({ server: service, clientId }: App) =>
  Effect.gen(function* () {
    const server = createServer((request, response) => {
      const home = `http://${request.headers.host}/`;
      const document = `${home}client.json`;
      const isDocument = request.url === "/client.json";
      response.setHeader("content-type", isDocument ? "application/json" : "text/html; charset=utf-8");
      response.end(
        isDocument
          ? JSON.stringify(metadata(home, document))
          : page({ server: service, clientId: clientId ?? document })
      );
    });
    yield* Effect.acquireRelease(
      Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
      () => Effect.sync(() => server.close().closeAllConnections())
    );
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  });
