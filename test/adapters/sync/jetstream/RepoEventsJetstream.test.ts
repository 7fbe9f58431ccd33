import { setImmediate as nextTurn } from "node:timers/promises";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import * as TestClock from "effect/TestClock";
import { describe } from "vitest";
import { layer } from "../../../../src/adapters/sync/jetstream/RepoEventsJetstream.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RepoEvents, type SourceMessage } from "../../../../src/domain/sync/stream/RepoEvents.ts";
import { type ScriptedConnection, scriptedWebSocket } from "../../../support/scriptedWebSocket.ts";
import { publishedMessages } from "./publishedMessages.ts";

const second = 1_000_000;
/** When the test runs, in microseconds. */
const now = 1_800_000_000 * second;
const like = Nsid.make("app.bsky.feed.like");

const at = (time_us: number): string => JSON.stringify({ ...publishedMessages.create, time_us });

const parameters = ({ request }: ScriptedConnection): URLSearchParams =>
  new URL(request.url ?? "/", "http://jetstream.example.com").searchParams;

/** A Jetstream of version 1: it holds events, repeats those from a cursor on, and otherwise sends those from now on. */
const serve =
  (held: ReadonlyArray<number>, live: ReadonlyArray<number>, serverNow = now) =>
  (connection: ScriptedConnection): void => {
    const { socket } = connection;
    const cursor = parameters(connection).get("cursor");
    const replayed = cursor === null || Number(cursor) > serverNow ? [] : held.filter((time) => time >= Number(cursor));
    for (const time of [...replayed, ...live]) socket.send(at(time));
    socket.close();
  };

/** Subscribes once, and returns what arrives until the end, in short: a position, or the name of a message. */
const subscribe = Effect.fnUntraced(function* (
  script: (connection: ScriptedConnection) => void,
  cursor: number | null,
  collections: ReadonlyArray<Nsid> = [like]
) {
  const server = yield* scriptedWebSocket(script);
  yield* TestClock.setTime(now / 1_000);
  const context = yield* Layer.build(layer({ url: `${server.url}/subscribe`, idleWithin: "60 seconds" }));
  const source = yield* Effect.provide(RepoEvents, context);
  const received: Array<number | string> = [];
  const reader = yield* Effect.fork(
    source.subscribe({ cursor, collections }).pipe(
      Stream.runForEach((message) => Effect.sync(() => received.push(...short(message)))),
      Effect.flip
    )
  );
  return { received, reader, server, source, end: Effect.map(Fiber.join(reader), ({ reason }) => reason) };
});

const short = (message: SourceMessage): ReadonlyArray<number | string> =>
  message._tag === "Events" ? message.events.map(({ cursor }) => cursor) : [message._tag];

const until = (condition: () => boolean) =>
  Effect.promise(async () => {
    while (!condition()) await nextTurn();
  });

describe("RepoEventsJetstream", () => {
  it.scoped("asks for the collections, and without a cursor for what happens from now on", () =>
    Effect.gen(function* () {
      const { end, received, server, source } = yield* subscribe(serve([1, 2], [now, now + 1]), null, [
        like,
        Nsid.make("xyz.statusphere.status")
      ]);
      assert.strictEqual(yield* end, "closed");
      assert.deepStrictEqual(received, ["Connected", now, now + 1]);
      assert.strictEqual(
        server.connections[0]?.request.url,
        "/subscribe?wantedCollections=app.bsky.feed.like&wantedCollections=xyz.statusphere.status"
      );
      assert.deepStrictEqual(source.source, { kind: "jetstream", address: `${server.url}/subscribe` });
    })
  );

  it.scoped("states a position before everything that follows, in case nothing does", () =>
    Effect.gen(function* () {
      const server = yield* scriptedWebSocket(({ socket }) => socket.close());
      yield* TestClock.setTime(now / 1_000);
      const context = yield* Layer.build(layer({ url: `${server.url}/subscribe`, idleWithin: "60 seconds" }));
      const source = yield* Effect.provide(RepoEvents, context);
      const first = yield* Stream.runHead(source.subscribe({ cursor: null, collections: [like] }));
      assert.deepStrictEqual(yield* first, { _tag: "Connected", cursor: now - 10 * second });
    })
  );

  describe("with a cursor", () => {
    const cursor = now - 60 * second;
    interface Case {
      readonly name: string;
      readonly held: ReadonlyArray<number>;
      readonly live: ReadonlyArray<number>;
      readonly serverNow?: number;
      readonly received: ReadonlyArray<number | string>;
      readonly reason: string;
    }
    const first = cursor - 3 * second;
    const cases: ReadonlyArray<Case> = [
      {
        name: "repeats the last seconds, because hosts differ",
        held: [cursor - 60 * second, first, cursor, now - 1],
        live: [now],
        received: ["Connected", first, cursor, now - 1, now],
        reason: "closed"
      },
      {
        name: "reports that the event at the cursor is gone",
        held: [cursor + 1],
        live: [now],
        received: ["Connected", "OutdatedCursor", cursor + 1, now],
        reason: "closed"
      },
      {
        name: "reports it when only new events follow, as after the database of the source was emptied",
        held: [],
        live: [now],
        received: ["Connected", "OutdatedCursor", now],
        reason: "closed"
      },
      {
        name: "accepts a source that repeats more than it was asked for",
        held: [],
        live: [cursor - 3_600 * second, cursor - 1, cursor, now],
        received: ["Connected", cursor - 3_600 * second, cursor - 1, cursor, now],
        reason: "closed"
      },
      {
        name: "accepts a host whose clock is a little behind",
        held: [],
        live: [cursor - 30 * second],
        received: ["Connected", cursor - 30 * second],
        reason: "closed"
      }
    ];
    it.scoped.each(cases)("$name", ({ held, live, reason, received, serverNow }) =>
      Effect.gen(function* () {
        const subscription = yield* subscribe(serve(held, live, serverNow), cursor);
        assert.strictEqual(yield* subscription.end, reason);
        assert.deepStrictEqual(subscription.received, received);
        const [connection] = subscription.server.connections;
        assert.strictEqual(connection && parameters(connection).get("cursor"), String(cursor - 5 * second));
      })
    );

    it.scoped("finds that the cursor is in the future of the source, which then sends what happens now", () =>
      Effect.gen(function* () {
        const { end, received } = yield* subscribe(serve([now - 1], [now]), now + 3_600 * second);
        assert.strictEqual(yield* end, "future-cursor");
        assert.deepStrictEqual(received, ["Connected"]);
      })
    );

    it.scoped("does not judge a cursor by a message that cannot be decoded", () =>
      Effect.gen(function* () {
        const { end, received } = yield* subscribe((connection) => {
          connection.socket.send("nonsense");
          serve([cursor], [])(connection);
        }, cursor);
        assert.strictEqual(yield* end, "closed");
        assert.deepStrictEqual(received, ["Connected", cursor, cursor]);
      })
    );

    const silentAtFirst =
      (events: ReadonlyArray<number>) =>
      ({ number, socket }: ScriptedConnection): void => {
        if (number > 1) for (const time of events) socket.send(at(time));
      };

    it.scoped("asks for new events when the source answers the cursor with silence: the cursor is outdated", () =>
      Effect.gen(function* () {
        const { received, server } = yield* subscribe(silentAtFirst([now]), cursor);
        yield* until(() => received.length === 1);
        yield* TestClock.adjust("60 seconds");
        yield* until(() => received.length === 3);
        assert.deepStrictEqual(received, ["Connected", "OutdatedCursor", now]);
        assert.deepStrictEqual(
          server.connections.map((connection) => parameters(connection).get("cursor")),
          [String(cursor - 5 * second), null]
        );
      })
    );

    it.scoped("asks for new events when the source answers the cursor with silence: the cursor is in the future", () =>
      Effect.gen(function* () {
        const { end, received } = yield* subscribe(silentAtFirst([cursor - 1]), cursor);
        yield* until(() => received.length === 1);
        yield* TestClock.adjust("60 seconds");
        assert.strictEqual(yield* end, "future-cursor");
      })
    );

    it.scoped("keeps the cursor if the source says nothing at all", () =>
      Effect.gen(function* () {
        const { end, received, server } = yield* subscribe(silentAtFirst([]), cursor);
        yield* until(() => received.length === 1);
        yield* TestClock.adjust("60 seconds");
        yield* until(() => server.connections.length === 2);
        // The connection is open when the reader waits for a message of it.
        while ((yield* Effect.map(TestClock.sleeps(), (sleeps) => [...sleeps].length)) === 0)
          yield* Effect.promise(() => nextTurn());
        yield* TestClock.adjust("70 seconds");
        assert.strictEqual(yield* end, "silent");
      })
    );
  });

  it.scoped("continues from a cursor without an event without a warning", () =>
    Effect.gen(function* () {
      const server = yield* scriptedWebSocket((connection) => {
        if (connection.number === 1) connection.socket.close();
        else serve([], [now + 3_600 * second])(connection);
      });
      yield* TestClock.setTime(now / 1_000);
      const context = yield* Layer.build(layer({ url: `${server.url}/subscribe`, idleWithin: "60 seconds" }));
      const source = yield* Effect.provide(RepoEvents, context);
      const collect = (cursor: number | null) =>
        Effect.map(
          source.subscribe({ cursor, collections: [like] }).pipe(
            Stream.catchAll(() => Stream.empty),
            Stream.runCollect
          ),
          (messages) => [...messages].flatMap(short)
        );
      assert.deepStrictEqual(yield* collect(null), ["Connected"]);
      assert.deepStrictEqual(yield* collect(now - 10 * second), ["Connected", now + 3_600 * second]);
    })
  );

  it.scoped("continues after messages that cannot be decoded", () =>
    Effect.gen(function* () {
      const { end, received } = yield* subscribe(({ socket }) => {
        socket.send(at(now));
        socket.send("nonsense");
        socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
        socket.send(Buffer.from([1, 2, 3]));
        socket.send("x".repeat(8 * 1024 * 1024));
        socket.send(at(now + 1));
        socket.close();
      }, null);
      assert.strictEqual(yield* end, "closed");
      assert.deepStrictEqual(received, ["Connected", now, now, now, now, now, now + 1]);
    })
  );

  const names = (count: number, groups: number): ReadonlyArray<Nsid> =>
    Array.from({ length: count }, (_, i) => Nsid.make(`com.example.group${i % groups}.record${i}`));
  it.scoped.each([
    { collections: [], wanted: ["invalid.tidemark.none"] },
    { collections: names(100, 100), wanted: names(100, 100) },
    { collections: names(101, 2), wanted: ["com.example.group0.*", "com.example.group1.*"] },
    { collections: names(101, 101), wanted: [] }
  ])("wants no more than 100 collections: case $#", ({ collections, wanted }) =>
    Effect.gen(function* () {
      const { end, server } = yield* subscribe(serve([], []), null, collections);
      yield* end;
      const [connection] = server.connections;
      assert.deepStrictEqual(connection && parameters(connection).getAll("wantedCollections"), [...wanted]);
    })
  );
});
