import { connect } from "node:net";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { json } from "../../../../src/adapters/http/server/response/HttpResponse.ts";
import type { Route } from "../../../../src/adapters/http/server/routing/Route.ts";
import * as MemoryStore from "../../../../src/adapters/memory/MemoryStore.ts";
import * as AddressHashesMemory from "../../../../src/adapters/memory/stores/AddressHashesMemory.ts";
import { HealthCounters, ProcessCounters } from "../../../../src/application/health/HealthCounters.ts";
import { sumRequests } from "../../../../src/domain/health/HealthMinute.ts";
import { sizeOf } from "../../../../src/domain/health/LatencyHistogram.ts";
import type { RequestKind } from "../../../../src/domain/health/RequestKind.ts";
import { send } from "../send.ts";

const answering = (path: string, handle: Route<never>["handle"]): Route<never> => ({
  methods: ["GET"],
  path,
  origins: "same",
  handle
});

const routes: ReadonlyArray<Route<never>> = [
  answering("/oauth/token", () => Effect.succeed(json(200, {}))),
  answering("/oauth/par", () => Effect.succeed(json(400, {}))),
  answering("/oauth/revoke", () => Effect.die(new Error("broken"))),
  answering("/graphql", () =>
    Effect.succeed({ ...json(200, {}), counted: { kind: "graphql-mutation", failed: true } })
  ),
  answering("/blobs", () =>
    Effect.succeed({ status: 200, headers: {}, body: Stream.concat(Stream.make("x"), Stream.never) })
  )
];

/** A server whose requests are counted apart from those of other tests. */
const measured = Effect.gen(function* () {
  const counters = new ProcessCounters();
  const context = yield* Layer.build(
    HttpServerNode.layer({
      host: "127.0.0.1",
      port: 0,
      publicUrl: "http://127.0.0.1",
      trustedProxies: 0,
      routes
    }).pipe(
      Layer.provide(Layer.provide(AddressHashesMemory.layer, MemoryStore.layer)),
      Layer.provide(Layer.succeed(HealthCounters, counters))
    )
  );
  const { port } = yield* Effect.provide(HttpServerNode.HttpServerNode, context);
  return { counters, port };
});

const countsOf = (counters: ProcessCounters, kind: RequestKind) => sumRequests(counters.unreported).get(kind);

const until = (condition: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() =>
    condition()
      ? Effect.void
      : Effect.zipRight(
          Effect.promise(() => new Promise(setImmediate)),
          until(condition)
        )
  );

it.scopedLive.each([
  ["/oauth/token", "token", { ok: 1, refused: 0, failed: 0, aborted: 0 }],
  ["/oauth/par", "par", { ok: 0, refused: 1, failed: 0, aborted: 0 }],
  ["/oauth/revoke", "revoke", { ok: 0, refused: 0, failed: 1, aborted: 0 }],
  ["/graphql", "graphql-mutation", { ok: 0, refused: 0, failed: 1, aborted: 0 }],
  ["/no-such-path", "other", { ok: 0, refused: 1, failed: 0, aborted: 0 }]
] as const)("counts a request to %s as %s", ([path, kind, expected]) =>
  Effect.gen(function* () {
    const { counters, port } = yield* measured;
    yield* send(port, path);
    yield* until(() => countsOf(counters, kind) !== undefined);
    const { latencies = [], ...outcomes } = countsOf(counters, kind) ?? {};
    assert.deepStrictEqual<unknown>(outcomes, expected);
    assert.strictEqual(sizeOf(latencies), 1);
  })
);

it.scopedLive("counts a request whose client leaves during the response as aborted, without a latency", () =>
  Effect.gen(function* () {
    const { counters, port } = yield* measured;
    yield* Effect.promise(
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(port, "127.0.0.1", () =>
            socket.write("GET /blobs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
          );
          socket.once("data", () => socket.destroy());
          socket.once("close", () => resolve());
        })
    );
    yield* until(() => countsOf(counters, "blob") !== undefined);
    assert.deepStrictEqual(countsOf(counters, "blob"), { ok: 0, refused: 0, failed: 0, aborted: 1, latencies: [] });
  })
);

it.scopedLive("adds no series for requests to paths that do not exist", () =>
  Effect.gen(function* () {
    const { counters, port } = yield* measured;
    yield* Effect.forEach(Array.from({ length: 200 }), (_, at) => send(port, `/x${at}/${at}`), { concurrency: 16 });
    yield* until(() => countsOf(counters, "other")?.refused === 200);
    assert.deepStrictEqual([...sumRequests(counters.unreported).keys()], ["other"]);
  })
);
