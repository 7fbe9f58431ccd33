import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import { extname } from "node:path";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { type DemoFailed, step } from "./DemoFailed.ts";
import { nextFreePort } from "./nextFreePort.ts";

export interface AppConfiguration {
  /** The URL of the service. */
  readonly server: string;
  readonly clientId: string;
}

const folder = new URL("../../examples/statusphere/", import.meta.url);

/** The files that are served. The path of a request is never used as the path of a file. */
const files = ["index.html", "style.css", "app.js", "explain.js", "feed.js", "rememberedHandle.js"];

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json"
};

/** The SDK comes from the service, and images from the CDN of the network; everything else is refused. */
const contentSecurityPolicy = (server: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${server}`,
    `connect-src 'self' ${server} ${server.replace("http", "ws")}`,
    "img-src data: https://cdn.bsky.app",
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ");

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
}

const plain = (status: number, body: string, headers: OutgoingHttpHeaders = {}): Answer => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  body: `${body}\n`
});

const fileAnswer = async (name: string, configuration: AppConfiguration): Promise<Answer> => ({
  status: 200,
  headers: {
    "content-type": types[extname(name)],
    "content-security-policy": contentSecurityPolicy(configuration.server)
  },
  body: name === "config.json" ? JSON.stringify(configuration) : await readFile(new URL(name, folder))
});

const answer = async (request: IncomingMessage, home: string, configuration: AppConfiguration): Promise<Answer> => {
  const asked = URL.parse(request.url ?? "", home);
  if (asked === null) return plain(400, "This URL is invalid.");
  const { host, port } = new URL(home);
  // The service redirects to 127.0.0.1, and browsers separate the storage of an app by host name.
  if (request.headers.host === `localhost:${port}`)
    return plain(302, "The app is at 127.0.0.1.", { location: home + asked.search });
  if (request.headers.host !== host) return plain(421, `The app is at ${home}`);
  const name = asked.pathname === "/" ? "index.html" : asked.pathname.slice(1);
  if (name !== "config.json" && !files.includes(name)) return plain(404, "This page does not exist.");
  if (request.method !== "GET" && request.method !== "HEAD")
    return plain(405, "Only GET and HEAD are allowed.", { allow: "GET, HEAD" });
  return fileAnswer(name, configuration);
};

const common = { "cache-control": "no-cache", "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

const send = (response: ServerResponse, { status, headers, body }: Answer, withBody: boolean): void => {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...common, ...headers, "content-length": length }).end(withBody ? body : undefined);
};

/** Serves the example app on 127.0.0.1, at the preferred port or the next free one, for the scope; returns its URL. */
export const serveApp = (
  configuration: AppConfiguration,
  preferredPort: number
): Effect.Effect<string, DemoFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const port = yield* step("The example app finds no port", () => nextFreePort(preferredPort));
    const home = `http://127.0.0.1:${port}/`;
    const server = createServer((request, response) => {
      answer(request, home, configuration)
        .catch(() => plain(500, "The file cannot be read."))
        .then((made) => send(response, made, request.method !== "HEAD"));
    });
    yield* Effect.acquireRelease(
      step("The example app cannot be served", () => once(server.listen(port, "127.0.0.1"), "listening")),
      () => Effect.sync(() => server.close().closeAllConnections())
    );
    return home;
  });
