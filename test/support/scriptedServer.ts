import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";

/** A server on loopback whose answers a test scripts. */
export interface ScriptedServer {
  readonly url: string;
  readonly port: number;
  /** Connections accepted so far. */
  readonly connections: () => number;
  /** Requests received so far, in order. */
  readonly requests: ReadonlyArray<{
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingMessage["headers"];
    readonly body: string;
  }>;
}

type Script = (request: IncomingMessage & { readonly text: string }, response: ServerResponse) => void;

/** Starts a server on a free port of 127.0.0.1, stopped with its connections when the scope closes. */
export const scriptedServer = (script: Script): Effect.Effect<ScriptedServer, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => listen(script)),
      ({ stop }) => Effect.sync(stop)
    ),
    ({ server }) => server
  );

const listen = async (script: Script) => {
  const requests: Array<ScriptedServer["requests"][number]> = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    requests.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body: text });
    script(Object.assign(request, { text }), response);
  })
    .on("connection", () => {
      connections += 1;
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The scripted server has no port");
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port } = address;
  return { stop, server: { url: `http://localhost:${port}`, port, requests, connections: () => connections } };
};

/** Answers JSON. */
export const json = (
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {}
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};
