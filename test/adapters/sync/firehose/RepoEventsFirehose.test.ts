import { setImmediate as nextTurn } from "node:timers/promises";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import * as TestClock from "effect/TestClock";
import { layer } from "../../../../src/adapters/sync/firehose/RepoEventsFirehose.ts";
import { RepoEvents, type SourceMessage } from "../../../../src/domain/sync/stream/RepoEvents.ts";
import { frameOf, messageFrame } from "../../../support/firehoseFrames.ts";
import { type ScriptedConnection, scriptedWebSocket } from "../../../support/scriptedWebSocket.ts";

/** When the test runs, in Unix milliseconds. */
const now = Date.parse("2026-11-28T12:00:00Z");
const did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";
const path = "/xrpc/com.atproto.sync.subscribeRepos";

const identity = (seq: number, time = now): Uint8Array =>
  messageFrame("#identity", { seq, did, time: new Date(time).toISOString() });
const outdated = messageFrame("#info", { name: "OutdatedCursor" });
const error = (name: string): Uint8Array => frameOf({ op: -1 }, { error: name, message: "a\nreason" });
const broken = new Uint8Array([0xff]);

const cursorOf = ({ request }: ScriptedConnection): string | null =>
  new URL(request.url ?? "/", "http://relay.example.com").searchParams.get("cursor");

/** A host that sends frames, and then closes the connection. */
const sends =
  (...frames: ReadonlyArray<Uint8Array>) =>
  ({ socket }: ScriptedConnection): void => {
    for (const frame of frames) socket.send(frame);
    socket.close();
  };

/** A host that keeps the events of some positions. It sends those after the cursor, and closes the connection. */
const keeps =
  (...seqs: ReadonlyArray<number>) =>
  (connection: ScriptedConnection): void => {
    const cursor = cursorOf(connection);
    sends(...seqs.filter((seq) => cursor !== null && seq > Number(cursor)).map((seq) => identity(seq)))(connection);
  };

const short = (message: SourceMessage): ReadonlyArray<number | string> =>
  message._tag === "Events"
    ? message.events.map(({ cursor, event }) => (event._tag === "Undecodable" ? `undecodable ${cursor}` : cursor))
    : [message._tag];

/** Subscribes once, and returns what arrives until the end, in short: a position, or the name of a message. */
const subscribe = Effect.fnUntraced(function* (
  script: (connection: ScriptedConnection) => void,
  cursor: number | null
) {
  const server = yield* scriptedWebSocket(script);
  yield* TestClock.setTime(now);
  const context = yield* Layer.build(layer({ url: `${server.url}${path}`, idleWithin: "60 seconds" }));
  const source = yield* Effect.provide(RepoEvents, context);
  const received: Array<number | string> = [];
  const reader = yield* Effect.fork(
    source.subscribe({ cursor, collections: [] }).pipe(
      Stream.runForEach((message) => Effect.sync(() => received.push(...short(message)))),
      Effect.flip
    )
  );
  return { received, reader, server, source, end: Fiber.join(reader) };
});

const until = (condition: () => boolean) =>
  Effect.promise(async () => {
    while (!condition()) await nextTurn();
  });

describe("RepoEventsFirehose", () => {
  it.scoped("asks for the event at the cursor once more, because positions may have gaps", () =>
    Effect.gen(function* () {
      const { end, received, server, source } = yield* subscribe(keeps(3, 5, 9, 17), 5);
      assert.strictEqual((yield* end).reason, "closed");
      assert.deepStrictEqual(received, ["Connected", 5, 9, 17]);
      assert.strictEqual(server.connections[0]?.request.url, `${path}?cursor=4`);
      assert.deepStrictEqual(source.source, { kind: "firehose", address: `${server.url}${path}` });
    })
  );

  it.scoped("asks for nothing without a cursor", () =>
    Effect.gen(function* () {
      const { end, received, server } = yield* subscribe(sends(identity(9)), null);
      yield* end;
      assert.deepStrictEqual(received, ["Connected", 9]);
      assert.strictEqual(server.connections[0]?.request.url, path);
    })
  );

  it.scoped.each([
    [
      "says that the cursor is outdated",
      sends(outdated, identity(7), identity(8)),
      ["Connected", "OutdatedCursor", 7, 8]
    ],
    [
      "says so of the event at the cursor alone",
      (connection: ScriptedConnection) =>
        sends(...(cursorOf(connection) === "5" ? [] : [outdated]), identity(7), identity(8))(connection),
      ["Connected", 7, 8]
    ],
    ["begins later than the cursor", keeps(7, 8), ["Connected", "OutdatedCursor", 7, 8]],
    [
      "repeats old events from before the cursor",
      sends(identity(2, now - 600_000), identity(5), identity(8)),
      ["Connected", 2, 5, 8]
    ],
    [
      "sends frames that cannot be read",
      sends(broken, identity(5), broken, identity(8)),
      ["Connected", "undecodable 5", 5, "undecodable 5", 8]
    ]
  ] as const)("goes on if the host %s", ([, script, expected]) =>
    Effect.gen(function* () {
      const { end, received } = yield* subscribe(script, 5);
      assert.strictEqual((yield* end).reason, "closed");
      assert.deepStrictEqual<ReadonlyArray<number | string>>(received, expected);
    })
  );

  it.scoped("gives a frame that cannot be read the position of the first event if it comes before it", () =>
    Effect.gen(function* () {
      const { end, received } = yield* subscribe(sends(broken, identity(5)), null);
      yield* end;
      assert.deepStrictEqual(received, ["Connected", "undecodable 5", 5]);
    })
  );

  it.scoped.each([
    ["FutureCursor", "future-cursor"],
    ["ConsumerTooSlow", "consumer-too-slow"],
    ["Other", "source-error"]
  ] as const)("ends with the error %s of the host, after the events before it", ([name, reason]) =>
    Effect.gen(function* () {
      const { end, received } = yield* subscribe(sends(identity(5), identity(6), error(name), identity(7)), 5);
      const failure = yield* end;
      assert.deepStrictEqual([failure.reason, failure.detail], [reason, `${name}: a reason`]);
      assert.deepStrictEqual(received, ["Connected", 5, 6]);
    })
  );

  it.scoped("ends with future-cursor if new events have lower positions", () =>
    Effect.gen(function* () {
      const { end, received } = yield* subscribe(sends(identity(2), identity(3)), 5);
      assert.strictEqual((yield* end).reason, "future-cursor");
      assert.deepStrictEqual(received, ["Connected"]);
    })
  );

  const liveOnly =
    (...live: ReadonlyArray<Uint8Array>) =>
    (connection: ScriptedConnection): void => {
      if (cursorOf(connection) === null) sends(...live)(connection);
    };

  it.scoped.each([
    ["lower", identity(2), "future-cursor", ["Connected"]],
    ["later", identity(8), "closed", ["Connected", "OutdatedCursor", 8]]
  ] as const)(
    "looks at the present events if the host says nothing about the cursor: %s positions",
    ([, frame, reason, expected]) =>
      Effect.gen(function* () {
        const { end, received, server } = yield* subscribe(liveOnly(frame), 5);
        yield* until(() => received.length === 1);
        yield* TestClock.adjust("60 seconds");
        assert.strictEqual((yield* end).reason, reason);
        assert.deepStrictEqual<ReadonlyArray<number | string>>(received, expected);
        assert.strictEqual(server.connections.length, 2);
      })
  );

  it.scoped("is silent if the host says nothing after the event at the cursor", () =>
    Effect.gen(function* () {
      const { end, received } = yield* subscribe(({ socket }) => socket.send(identity(5)), 5);
      yield* until(() => received.length === 2);
      yield* TestClock.adjust("60 seconds");
      assert.strictEqual((yield* end).reason, "silent");
    })
  );
});
