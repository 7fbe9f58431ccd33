import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { acknowledged, subscribeMessage } from "./rawSocket.ts";
import { dataOf, openStream } from "./rawStream.ts";
import { type StartedServer, serviceWithoutServer, startServer } from "./restartableServer.ts";
import { created, putStatus } from "./statuses.ts";

const on = ({ port, server }: StartedServer) =>
  Effect.provideService(HttpServerNode.HttpServerNode, {
    host: "127.0.0.1",
    port,
    server,
    announceStop: Effect.void
  });

const untilOperations = ({ connections }: StartedServer, number: number) =>
  Effect.repeat(
    Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve))),
    { until: () => connections.counts.operations === number }
  );

it.layer(serviceWithoutServer)("the end of a process", (it) => {
  it.scoped("closes every WebSocket with 1001, and their clients continue elsewhere without a loss", () =>
    Effect.gen(function* () {
      const first = yield* startServer();
      const old = yield* acknowledged().pipe(on(first));
      old.send(subscribeMessage("1", created));
      yield* untilOperations(first, 1);
      yield* putStatus("before");
      const told = Object(yield* old.receive);
      yield* first.stop;
      assert.strictEqual((yield* old.closed).code, 1001);
      assert.deepStrictEqual(first.connections.counts, { sockets: 0, streams: 0, operations: 0, dropped: 0 });
      yield* putStatus("meanwhile");
      const second = yield* startServer();
      const next = yield* acknowledged().pipe(on(second));
      next.send(subscribeMessage("1", created, { after: told.payload.extensions.cursor }));
      assert.nestedPropertyVal(yield* next.receive, "payload.data.xyzStatusphereStatusCreated.rkey", "meanwhile");
    })
  );

  it.scoped("ends every event stream without complete, so that its client connects again", () =>
    Effect.gen(function* () {
      const server = yield* startServer();
      const { receive } = yield* openStream({ query: created }).pipe(on(server));
      yield* untilOperations(server, 1);
      yield* putStatus("streamed");
      assert.nestedPropertyVal(dataOf(yield* receive), "data.xyzStatusphereStatusCreated.rkey", "streamed");
      yield* server.stop;
      assert.isNull(yield* receive);
      assert.deepStrictEqual(server.connections.counts, { sockets: 0, streams: 0, operations: 0, dropped: 0 });
    })
  );

  it.scoped("cuts a WebSocket whose client does not close its side", () =>
    Effect.gen(function* () {
      const server = yield* startServer();
      const { socket } = yield* acknowledged().pipe(on(server));
      socket.pause();
      yield* server.stop;
      assert.deepStrictEqual(server.connections.counts, { sockets: 0, streams: 0, operations: 0, dropped: 0 });
    })
  );
});
