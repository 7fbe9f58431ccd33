import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { LiveConnections } from "../../../../src/adapters/http/live/LiveConnections.ts";
import { graphqlServer } from "../graphql/graphqlServer.ts";
import { acknowledged, subscribeMessage } from "./rawSocket.ts";
import { openStream } from "./rawStream.ts";
import { created } from "./statuses.ts";
import { untilOpen } from "./untilOpen.ts";

const nothing = { sockets: 0, streams: 0, operations: 0, dropped: 0 };

/** The number of connections in one of these tests. */
const times = 1_000;

it.layer(graphqlServer)("connections that are reset", (it) => {
  it.effect("leave no subscription behind, at whatever point a WebSocket is cut", () =>
    Effect.gen(function* () {
      const connections = yield* LiveConnections;
      const one = (index: number) =>
        Effect.scoped(
          Effect.gen(function* () {
            const { send, socket } = yield* acknowledged();
            send(subscribeMessage("1", created));
            if (index % 3 === 0) yield* Effect.yieldNow();
            if (index % 3 === 1) yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)));
            if (index % 2 === 0) socket.terminate();
            else Object(socket)._socket.resetAndDestroy();
          })
        );
      yield* Effect.forEach(Array.from({ length: times }).keys(), one, { concurrency: 20, discard: true });
      for (const kind of ["sockets", "operations"] as const) yield* untilOpen(kind, 0);
      assert.deepStrictEqual(connections.counts, nothing);
    })
  );

  it.effect("leave no subscription behind when an event stream is cut", () =>
    Effect.gen(function* () {
      const connections = yield* LiveConnections;
      yield* Effect.forEach(Array.from({ length: times / 5 }), () => Effect.scoped(openStream({ query: created })), {
        concurrency: 20,
        discard: true
      });
      for (const kind of ["streams", "operations"] as const) yield* untilOpen(kind, 0);
      assert.deepStrictEqual(connections.counts, nothing);
    })
  );
});
