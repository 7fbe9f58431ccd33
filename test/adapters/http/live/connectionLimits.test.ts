import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import type { LiveLimits } from "../../../../src/adapters/http/live/LiveLimits.ts";
import { memoryServiceWith } from "../../../support/memoryService.ts";
import { lexicons, serverOver } from "../graphql/graphqlServer.ts";
import { acknowledged, openSocket, subscribeMessage } from "./rawSocket.ts";
import { openStream } from "./rawStream.ts";
import { created, putStatus } from "./statuses.ts";
import { turn, untilOpen } from "./untilOpen.ts";

const serverWith = (liveLimits: Partial<LiveLimits["Type"]>) =>
  serverOver(GraphqlApiLexicons.layer).pipe(
    Layer.provideMerge(lexicons),
    Layer.provideMerge(memoryServiceWith({ liveLimits }))
  );

it.scoped("refuses connections beyond the limit of an address with 429, until one is closed", () =>
  Effect.gen(function* () {
    const { socket } = yield* openSocket();
    yield* openStream({ query: created });
    yield* untilOpen("streams", 1);
    const refused = yield* Effect.flip(Effect.asVoid(openSocket()));
    assert.strictEqual(refused.status, 429);
    assert.include(refused.text, "This address");
    const stream = yield* openStream({ query: created });
    assert.deepStrictEqual([stream.status, stream.header("retry-after")], [429, "10"]);
    socket.terminate();
    yield* untilOpen("sockets", 0);
    yield* openSocket();
  }).pipe(Effect.provide(serverWith({ connectionsPerAddress: 2 })))
);

it.scoped("refuses connections beyond the limit of the process with 503", () =>
  Effect.gen(function* () {
    yield* openSocket();
    const refused = yield* Effect.flip(Effect.asVoid(openSocket()));
    assert.strictEqual(refused.status, 503);
    assert.include(refused.text, "This process");
    const stream = yield* openStream({ query: created });
    assert.deepStrictEqual([stream.status, stream.header("retry-after")], [503, "10"]);
  }).pipe(Effect.provide(serverWith({ connections: 1 })))
);

it.scoped("refuses operations beyond the limit of a socket with an error, until one is completed", () =>
  Effect.gen(function* () {
    const { receive, send } = yield* acknowledged();
    send(subscribeMessage("1", created));
    send(subscribeMessage("2", created));
    yield* untilOpen("operations", 2);
    send(subscribeMessage("3", created));
    const refused = Object(yield* receive);
    assert.deepInclude(refused, { id: "3", type: "error" });
    assert.strictEqual(refused.payload[0].extensions.code, "TOO_MANY_OPERATIONS");
    send({ id: "1", type: "complete" });
    yield* untilOpen("operations", 1);
    send(subscribeMessage("3", "{ __typename }"));
    assert.deepInclude(yield* receive, { id: "3", type: "next" });
  }).pipe(Effect.provide(serverWith({ operationsPerConnection: 2 })))
);

const largeText = "x".repeat(60_000);
const large = `{ ${Array.from({ length: 30 }, (_, index) => `a${index}: xyzStatusphereStatus { edges { node { status } } }`).join(" ")} }`;

it.scoped("drops a client that reads nothing with 4510, and forgets its operations", () =>
  Effect.gen(function* () {
    yield* putStatus("large", largeText);
    const { closed, send, socket } = yield* acknowledged();
    socket.pause();
    send(subscribeMessage("live", created));
    // More than the buffers of the operating system on both ends hold.
    for (let index = 0; index < 10; index += 1) send(subscribeMessage(`q${index}`, large));
    const passing = yield* Effect.fork(Effect.forever(Effect.zipRight(TestClock.adjust("1 second"), turn)));
    yield* untilOpen("dropped", 1);
    yield* Fiber.interrupt(passing);
    socket.resume();
    assert.strictEqual((yield* closed).code, 4510);
    yield* untilOpen("operations", 0);
    yield* untilOpen("sockets", 0);
  }).pipe(Effect.provide(serverWith({ bufferBytes: 10_000 })))
);

it.scoped("cuts a connection whose client does not respond to pings", () =>
  Effect.gen(function* () {
    const { socket } = yield* acknowledged();
    socket.pause();
    yield* untilOpen("sockets", 0);
  }).pipe(Effect.provide(serverWith({ pingMs: 60 })))
);

it.scoped("keeps a connection whose client responds to pings", () =>
  Effect.gen(function* () {
    const { receive, send, socket } = yield* acknowledged();
    for (let pings = 0; pings < 3; pings += 1)
      yield* Effect.promise(() => new Promise<void>((resolve) => socket.once("ping", () => resolve())));
    send({ type: "ping" });
    assert.deepStrictEqual(yield* receive, { type: "pong" });
  }).pipe(Effect.provide(serverWith({ pingMs: 60 })))
);
