import { connect } from "node:net";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { json } from "../../../../src/adapters/http/server/response/HttpResponse.ts";
import type { Route } from "../../../../src/adapters/http/server/routing/Route.ts";
import * as MemoryStore from "../../../../src/adapters/memory/MemoryStore.ts";
import * as AddressHashesMemory from "../../../../src/adapters/memory/stores/AddressHashesMemory.ts";
import { HealthCounters, ProcessCounters } from "../../../../src/application/health/HealthCounters.ts";
import { sumRequests } from "../../../../src/domain/health/HealthMinute.ts";
import { send } from "../send.ts";

const limit = 10;

/** Responds with the body, and whether it was there when the handler ran. */
const echo = (path: string, bodyFirst: NonNullable<Route<never>["bodyFirst"]>, seen: Array<string>): Route<never> => ({
  methods: ["POST"],
  path,
  origins: "same",
  bodyFirst,
  handle: (request) => {
    const body = request.body(limit);
    const ready = Exit.isExit(body);
    return body.pipe(
      Effect.map((bytes) => json(200, { body: bytes.toString(), ready })),
      Effect.catchAll(({ reason }) => {
        seen.push(reason);
        return Effect.succeed(json(413, { reason, ready }));
      })
    );
  }
});

const started = Effect.gen(function* () {
  const counters = new ProcessCounters();
  const seen: Array<string> = [];
  const routes = [echo("/first", () => limit, seen), echo("/later", () => null, seen)];
  const context = yield* Layer.build(
    HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl: "http://127.0.0.1", trustedProxies: 0, routes }).pipe(
      Layer.provide(Layer.provide(AddressHashesMemory.layer, MemoryStore.layer)),
      Layer.provide(Layer.succeed(HealthCounters, counters))
    )
  );
  const { port } = yield* Effect.provide(HttpServerNode.HttpServerNode, context);
  return { counters, port, seen };
});

it.scopedLive.each([
  ["/first", "short", 200, { body: "short", ready: true }],
  ["/first", "", 200, { body: "", ready: true }],
  ["/first", "longer than ten bytes", 413, { reason: "too-large", ready: true }],
  ["/later", "short", 200, { body: "short", ready: false }],
  ["/later", "longer than ten bytes", 413, { reason: "too-large", ready: false }]
] as const)("%s handles the body %j", ([path, body, status, expected]) =>
  Effect.gen(function* () {
    const { port } = yield* started;
    const response = yield* send(port, path, { method: "POST", body });
    assert.deepStrictEqual<unknown>([response.status, JSON.parse(response.text)], [status, expected]);
  })
);

it.scopedLive.each(["/first", "/later"])("%s counts a request whose client leaves during its body as aborted", (path) =>
  Effect.gen(function* () {
    const { counters, port, seen } = yield* started;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8\r\n\r\nhalf`);
      setImmediate(() => socket.end());
    });
    const counted = () => sumRequests(counters.unreported).get("other");
    while (counted() === undefined || seen.length === 0)
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)));
    assert.deepStrictEqual(seen, ["incomplete"]);
    assert.strictEqual(counted()?.aborted, 1);
  })
);
