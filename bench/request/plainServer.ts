/** A server on `node:http` that sends the response of `RESPONSE` to every request: in the listener, or in a fibre of Effect if `FIBRE` is set. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";

const { FIBRE, PORT, RESPONSE = "" } = process.env;

/** The response, with headers as `writeHead` takes them. */
const { body, headers }: { readonly body: string; readonly headers: Record<string, string> } = JSON.parse(RESPONSE);

const send = (response: ServerResponse): void => {
  response.writeHead(200, headers);
  response.end(body);
};

const plain: RequestListener = (request, response) => {
  const chunks: Array<Buffer> = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => send(response));
};

const read = (request: IncomingMessage): Effect.Effect<Buffer> =>
  Effect.async((resume) => {
    const chunks: Array<Buffer> = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => resume(Effect.succeed(Buffer.concat(chunks))));
  });

const handle = Effect.fnUntraced(function* (request: IncomingMessage, response: ServerResponse) {
  yield* read(request);
  yield* Effect.sync(() => send(response));
});

const runFork = Runtime.runFork(Runtime.defaultRuntime);
const inFibre: RequestListener = (request, response) => void runFork(handle(request, response));

createServer(FIBRE === undefined ? plain : inFibre).listen(Number(PORT), "127.0.0.1", () => console.log("listening"));
