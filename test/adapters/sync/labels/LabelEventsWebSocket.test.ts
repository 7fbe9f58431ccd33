import { setImmediate as nextTurn } from "node:timers/promises";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Fiber from "effect/Fiber";
import * as Stream from "effect/Stream";
import { isUrlAllowed } from "../../../../src/adapters/outbound/AddressPolicy.ts";
import { guardedLookup } from "../../../../src/adapters/outbound/guardedLookup.ts";
import { layer } from "../../../../src/adapters/sync/labels/LabelEventsWebSocket.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { LabelEvents, type LabelMessage } from "../../../../src/domain/labeler/LabelEvents.ts";
import { frameOf, messageFrame } from "../../../support/firehoseFrames.ts";
import { type LabelerServer, labelerServer } from "../../../support/labelerServer.ts";
import { labelsFrame } from "../../../support/labelMaker.ts";
import { scriptedWebSocket } from "../../../support/scriptedWebSocket.ts";

const subject = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";
const labeler = Did.make("did:plc:labeler2labeler2labeler2");

const guardOf = (allowLoopback: boolean) => ({
  isAllowed: (url: URL) => isUrlAllowed({ allowLoopback }, url),
  lookup: guardedLookup({ allowLoopback })
});

const short = (message: LabelMessage): ReadonlyArray<string> =>
  message._tag === "Labels"
    ? message.events.map(({ labels, seq }) =>
        [seq, ...labels.map(Either.match({ onLeft: ({ reason }) => reason, onRight: (l) => l.label.val }))].join(" ")
      )
    : [message._tag];

const subscribe = Effect.fnUntraced(function* (endpoint: string, cursor: number, allowLoopback = true) {
  const events = yield* Effect.provide(LabelEvents, layer({ guard: guardOf(allowLoopback), idleWithin: "10 seconds" }));
  const received: Array<string> = [];
  const reader = yield* Effect.fork(
    events.subscribe({ labeler, endpoint, cursor }).pipe(
      Stream.runForEach((message) => Effect.sync(() => received.push(...short(message)))),
      Effect.flip
    )
  );
  return { received, end: Fiber.join(reader) };
});

const until = (condition: () => boolean) =>
  Effect.promise(async () => {
    while (!condition()) await nextTurn();
  });

const send = (server: LabelerServer, ...values: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    for (const val of values) await server.label({ uri: subject, val });
  });

/** Sends frames, and ends with a close frame. */
const hostThatSends = (...frames: ReadonlyArray<Uint8Array>) =>
  Effect.map(
    scriptedWebSocket(({ socket }) => {
      for (const frame of frames) socket.send(frame);
      socket.close();
    }),
    ({ url }) => url.replace(/^ws/, "http")
  );

describe("LabelEventsWebSocket", () => {
  it.scopedLive("delivers the labels after a cursor, and those that follow", () =>
    Effect.gen(function* () {
      const server = yield* labelerServer();
      yield* send(server, "a", "b", "c");
      const { received } = yield* subscribe(server.endpoint, 1);
      yield* until(() => received.length === 3);
      yield* send(server, "d");
      yield* until(() => received.length === 4);
      assert.deepStrictEqual(received, ["Connected", "2 b", "3 c", "4 d"]);
    })
  );

  it.scopedLive("ends when the connection does", () =>
    Effect.gen(function* () {
      const server = yield* labelerServer();
      yield* send(server, "a");
      const { end, received } = yield* subscribe(server.endpoint, 0);
      yield* until(() => received.length === 2);
      server.disconnect();
      assert.strictEqual((yield* end).reason, "closed");
    })
  );

  it.scopedLive("says that the cursor is ahead of the labeler", () =>
    Effect.gen(function* () {
      const server = yield* labelerServer();
      yield* send(server, "a");
      const { end } = yield* subscribe(server.endpoint, 5);
      assert.strictEqual((yield* end).reason, "future-cursor");
    })
  );

  it.scopedLive("notices a lower first position as a sequence that started over", () =>
    Effect.gen(function* () {
      const endpoint = yield* hostThatSends(labelsFrame(3));
      const { end, received } = yield* subscribe(endpoint, 5);
      assert.strictEqual((yield* end).reason, "future-cursor");
      assert.deepStrictEqual(received, ["Connected"]);
    })
  );

  it.scopedLive("says that labels after the cursor are gone", () =>
    Effect.gen(function* () {
      const server = yield* labelerServer();
      yield* send(server, "a", "b", "c");
      server.forget(2);
      const { received } = yield* subscribe(server.endpoint, 1);
      yield* until(() => received.length === 3);
      assert.deepStrictEqual(received, ["Connected", "OutdatedCursor", "3 c"]);
    })
  );

  it.scopedLive("isolates frames that cannot be read, and keeps their positions", () =>
    Effect.gen(function* () {
      const frames = [
        labelsFrame(6),
        new Uint8Array([0xff]),
        messageFrame("#labels", { seq: 8, labels: 5 }),
        messageFrame("#later", { seq: 9 }),
        labelsFrame(10)
      ];
      const { end, received } = yield* subscribe(yield* hostThatSends(...frames), 5);
      assert.strictEqual((yield* end).reason, "closed");
      assert.deepStrictEqual(received, ["Connected", "6", "6 undecodable", "8 undecodable", "9", "10"]);
    })
  );

  it.scopedLive("delivers what came before an error", () =>
    Effect.gen(function* () {
      const error = frameOf({ op: -1 }, { error: "Other", message: "a\nreason" });
      const { end, received } = yield* subscribe(yield* hostThatSends(labelsFrame(1), error, labelsFrame(2)), 0);
      assert.deepInclude(yield* end, { reason: "source-error", detail: "Other: a reason" });
      assert.deepStrictEqual(received, ["Connected", "1"]);
    })
  );

  it.scopedLive("ends at a frame above 5 MB", () =>
    Effect.gen(function* () {
      const large = messageFrame("#labels", { seq: 1, labels: [], x: "x".repeat(5 * 1024 * 1024) });
      const { end } = yield* subscribe(yield* hostThatSends(large), 0);
      assert.deepInclude(yield* end, { reason: "source-error", detail: "a message is too large" });
    })
  );

  it.scopedLive.each([
    "http://127.0.0.1:1",
    "https://127.0.0.1",
    "https://10.0.0.1",
    "https://[::1]",
    "https://169.254.169.254",
    "https://labeler.internal",
    "https://labeler.example.com:22",
    "https://localhost"
  ])("does not connect to %s", (endpoint) =>
    Effect.gen(function* () {
      const { end, received } = yield* subscribe(endpoint, 0, false);
      assert.deepInclude(yield* end, { reason: "unreachable", detail: "address refused" });
      assert.deepStrictEqual(received, []);
    })
  );

  it.scopedLive("does not connect to a name with a private address", () =>
    Effect.gen(function* () {
      const lookup = guardedLookup({ allowLoopback: false }, (_host, answer) =>
        answer(null, [{ address: "10.0.0.1", family: 4 }])
      );
      const guard = { isAllowed: () => true, lookup };
      const events = yield* Effect.provide(LabelEvents, layer({ guard, idleWithin: "10 seconds" }));
      const server = yield* labelerServer();
      const { port } = new URL(server.endpoint);
      const subscription = { labeler, endpoint: `http://labeler.example.com:${port}`, cursor: 0 } as const;
      const failure = yield* Effect.flip(Stream.runDrain(events.subscribe(subscription)));
      assert.deepInclude(failure, { reason: "unreachable", detail: "ADDRESS_REFUSED" });
      assert.deepStrictEqual(server.cursors, []);
    })
  );
});
