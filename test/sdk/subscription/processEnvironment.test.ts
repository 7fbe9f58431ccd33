import { once } from "node:events";
import { createServer } from "node:net";
import { assert, it } from "@effect/vitest";
import { WebSocket } from "ws";
import { processEnvironment } from "../../../sdk/src/node/processEnvironment.ts";
import type { AnyWebSocket } from "../../../sdk/src/subscription/SubscriptionEnvironment.ts";

/** The URL of a server that has ended. */
const endedServer = async (): Promise<string> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return `ws://127.0.0.1:${typeof address === "object" ? address?.port : ""}/graphql`;
};

const closing = (socket: AnyWebSocket): Promise<number> =>
  new Promise((resolve) => {
    socket.onclose = ({ code }) => resolve(code);
  });

it("a WebSocket of the package ws ends no process: one whose server is away only closes", async () => {
  const socket = processEnvironment(WebSocket).open(await endedServer(), "graphql-transport-ws");
  assert.strictEqual(await closing(socket), 1006);
});

it("a WebSocket of the package ws ends no process: it can be closed before it is open", async () => {
  const socket = processEnvironment(WebSocket).open(await endedServer(), "graphql-transport-ws");
  const closed = closing(socket);
  socket.close();
  assert.strictEqual(await closed, 1006);
});
