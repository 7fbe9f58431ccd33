import { createServer } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { assert, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Stream from "effect/Stream";
import * as TestClock from "effect/TestClock";
import { describe } from "vitest";
import { layer } from "../../../../src/adapters/sync/tap/RepoEventsTap.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import type { SourceEvent } from "../../../../src/domain/sync/stream/RepoEvent.ts";
import {
  RepoEvents,
  type SourceDisconnected,
  type SourceMessage
} from "../../../../src/domain/sync/stream/RepoEvents.ts";
import { scriptedServer } from "../../../support/scriptedServer.ts";
import { type ScriptedConnection, scriptedWebSocket } from "../../../support/scriptedWebSocket.ts";

const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
/** When the test runs, in microseconds. */
const now = 1_800_000_000_000_000;

const record = (id: number): string =>
  JSON.stringify({
    id,
    type: "record",
    record: { live: true, rev: "3kb3fge5lm32x", did, collection: "xyz.statusphere.status", rkey: "a", action: "delete" }
  });
const identity = (id: number): string =>
  JSON.stringify({
    id,
    type: "identity",
    identity: { did, handle: "a.test", is_active: false, status: "deactivated" }
  });

const until = (condition: () => boolean) =>
  Effect.promise(async () => {
    while (!condition()) await nextTurn();
  });

const eventsOf = (message: SourceMessage): ReadonlyArray<SourceEvent> =>
  message._tag === "Events" ? message.events : [];

const build = Effect.fnUntraced(function* (url: string, password: string | null = null) {
  yield* TestClock.setTime(now / 1_000);
  const context = yield* Layer.build(
    layer({ url, password: password === null ? null : Redacted.make(password), idleWithin: "60 seconds" })
  );
  return yield* Effect.provide(RepoEvents, context);
});

/** A Tap whose channel a test scripts, and a subscription to it. */
const subscribe = Effect.fnUntraced(function* (
  script: (connection: ScriptedConnection) => void,
  cursor: number | null = null
) {
  const acknowledged: Array<unknown> = [];
  const server = yield* scriptedWebSocket((connection) => {
    connection.socket.on("message", (data) => acknowledged.push(JSON.parse(String(data))));
    script(connection);
  });
  const source = yield* build(server.url.replace("ws:", "http:"));
  const received: Array<SourceEvent> = [];
  const follow = (after: number | null) =>
    Effect.forkScoped(
      source
        .subscribe({ cursor: after, collections: [] })
        .pipe(Stream.runForEach((message) => Effect.sync(() => received.push(...eventsOf(message)))))
    );
  const reader = yield* follow(cursor);
  return { acknowledged, received, server, source, reader, follow };
});

describe("RepoEventsTap", () => {
  it.scoped("acknowledges a message only when its events are stored", () =>
    Effect.gen(function* () {
      const { acknowledged, received, source } = yield* subscribe(({ socket }) => {
        for (const id of [7, 8, 9]) socket.send(record(id));
      });
      yield* until(() => received.length === 3);
      const [first, second] = received;
      assert.deepStrictEqual(acknowledged, []);
      yield* source.acknowledge([first?.cursor ?? 0]);
      yield* until(() => acknowledged.length === 1);
      assert.deepStrictEqual(acknowledged, [{ type: "ack", id: 7 }]);
      yield* source.acknowledge([second?.cursor ?? 0, received[2]?.cursor ?? 0]);
      yield* until(() => acknowledged.length === 3);
      assert.deepStrictEqual(acknowledged.slice(1), [
        { type: "ack", id: 8 },
        { type: "ack", id: 9 }
      ]);
    })
  );

  it.scoped("acknowledges an identity only when both of its events are stored", () =>
    Effect.gen(function* () {
      const { acknowledged, received, source } = yield* subscribe(({ socket }) => socket.send(identity(5)));
      yield* until(() => received.length === 2);
      assert.deepStrictEqual(
        received.map(({ event }) => event._tag),
        ["Account", "Identity"]
      );
      const [account, both] = received;
      assert.isBelow(account?.cursor ?? 0, both?.cursor ?? 0);
      yield* source.acknowledge([account?.cursor ?? 0]);
      yield* source.acknowledge([both?.cursor ?? 0]);
      yield* until(() => acknowledged.length > 0);
      assert.deepStrictEqual(acknowledged, [{ type: "ack", id: 5 }]);
    })
  );

  it.scoped("acknowledges what it ignores and what it cannot decode, and continues", () =>
    Effect.gen(function* () {
      const { acknowledged, received, source } = yield* subscribe(({ socket }) => {
        socket.send("nonsense");
        socket.send(JSON.stringify({ id: 1, type: "label" }));
        socket.send(JSON.stringify({ id: 2, type: "record", record: 5 }));
        socket.send(Buffer.from([0xff]), { binary: false });
        socket.send(record(3));
      });
      yield* until(() => received.length === 5);
      assert.deepStrictEqual(
        received.map(({ event }) => event._tag),
        ["Undecodable", "Ignored", "Undecodable", "Undecodable", "Commit"]
      );
      yield* source.acknowledge(received.map(({ cursor }) => cursor));
      yield* until(() => acknowledged.length === 3);
      assert.deepStrictEqual(
        acknowledged,
        [1, 2, 3].map((id) => ({ type: "ack", id }))
      );
    })
  );

  it.scoped("gives an event that is sent again on the same connection the same position", () =>
    Effect.gen(function* () {
      const { received } = yield* subscribe(({ socket }) => {
        for (const id of [4, 5, 4]) socket.send(record(id));
      });
      yield* until(() => received.length === 3);
      const [first, second, again] = received.map(({ cursor }) => cursor);
      assert.strictEqual(again, first);
      assert.isAbove(second ?? 0, first ?? 0);
    })
  );

  it.scoped("continues with higher positions although the ids of a Tap that was restarted begin again", () =>
    Effect.gen(function* () {
      const { acknowledged, follow, received, reader, source } = yield* subscribe(({ number, socket }) => {
        socket.send(record(number === 1 ? 1_000_000 : 1));
        if (number === 1) socket.close();
      });
      yield* until(() => received.length === 1);
      yield* Effect.flip(Effect.fromFiber(reader));
      const before = received[0]?.cursor ?? 0;
      // The clock of the process that follows is behind.
      yield* TestClock.setTime(now / 1_000 - 3_600_000);
      yield* follow(before);
      yield* until(() => received.length === 2);
      const after = received[1]?.cursor ?? 0;
      assert.isAbove(after, before);
      // Events of the first connection are sent again. Their ids may belong to other events now.
      yield* source.acknowledge([before]);
      yield* source.acknowledge([after]);
      yield* until(() => acknowledged.length > 0);
      assert.deepStrictEqual(acknowledged, [{ type: "ack", id: 1 }]);
    })
  );

  it.scoped("acknowledges nothing without a connection", () =>
    Effect.gen(function* () {
      const source = yield* build("http://127.0.0.1:1");
      yield* source.acknowledge([now + 3]);
    })
  );

  it.scoped("says that the Tap is silent, so that the connection is replaced", () =>
    Effect.gen(function* () {
      const { received, reader } = yield* subscribe(({ socket }) => socket.send(record(1)));
      yield* until(() => received.length === 1);
      while ([...(yield* TestClock.sleeps())].length === 0) yield* Effect.promise(() => nextTurn());
      yield* TestClock.adjust("70 seconds");
      const failure = yield* Effect.flip(Effect.fromFiber(reader));
      assert.strictEqual(failure.reason, "silent");
    })
  );

  it.scoped("connects as the user admin", () =>
    Effect.gen(function* () {
      const connected = yield* Deferred.make<string | undefined>();
      const server = yield* scriptedWebSocket(({ request, socket }) => {
        Deferred.unsafeDone(connected, Effect.succeed(`${request.url} ${request.headers.authorization}`));
        socket.close();
      });
      const source = yield* build(server.url.replace("ws:", "http:"), "pässword");
      yield* Effect.flip(Stream.runDrain(source.subscribe({ cursor: null, collections: [] })));
      assert.strictEqual(
        yield* Deferred.await(connected),
        `/channel Basic ${Buffer.from("admin:pässword").toString("base64")}`
      );
      assert.deepStrictEqual(source.source, { kind: "tap", address: `${server.url}/channel` });
    })
  );

  it.scoped("says that the password is wrong", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) => response.writeHead(401).end("Unauthorized"));
      const source = yield* build(server.url, "wrong");
      const failure = yield* Effect.flip(Stream.runDrain(source.subscribe({ cursor: null, collections: [] })));
      assert.deepInclude(failure, { reason: "refused", detail: "HTTP 401: Unauthorized" });
      const untracked = yield* Effect.flip(source.track([did]));
      assert.deepInclude(untracked, { reason: "refused", detail: "HTTP 401: Unauthorized" });
    })
  );

  it.scoped("tracks repositories in requests of at most 500", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) => response.end());
      const source = yield* build(server.url, "secret");
      const dids = Array.from({ length: 1_001 }, (_, i) => Did.make(`did:web:user${i}.example.com`));
      yield* source.track(dids);
      yield* source.track([]);
      assert.deepStrictEqual(
        server.requests.map(({ body, headers, method, path }) => ({
          method,
          path,
          type: headers["content-type"],
          authorization: headers.authorization,
          dids: JSON.parse(body).dids.length
        })),
        [500, 500, 1].map((count) => ({
          method: "POST",
          path: "/repos/add",
          type: "application/json",
          authorization: `Basic ${Buffer.from("admin:secret").toString("base64")}`,
          dids: count
        }))
      );
    })
  );

  interface Refusal {
    readonly name: string;
    readonly status: number;
    readonly body: string;
    readonly reason: SourceDisconnected["reason"];
    readonly detail: string;
  }
  it.scoped.each<Refusal>([
    { name: "a redirect", status: 307, body: "", reason: "refused", detail: "HTTP 307" },
    { name: "an error", status: 500, body: "{}", reason: "refused", detail: "HTTP 500: {}" },
    {
      name: "a huge body",
      status: 200,
      body: "x".repeat(1e6),
      reason: "unreachable",
      detail: "the response is too large"
    }
  ])("does not take $name for success", ({ body, detail, reason, status }) =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) =>
        response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(body)
      );
      const source = yield* build(server.url);
      assert.deepInclude(yield* Effect.flip(source.track([did])), { reason, detail });
    })
  );

  it.scoped("says that the Tap cannot be reached", () =>
    Effect.gen(function* () {
      const url = yield* closedAddress;
      const source = yield* build(url);
      assert.deepInclude(yield* Effect.flip(source.track([did])), { reason: "unreachable", detail: "ECONNREFUSED" });
    })
  );
});

/** An address at which nothing listens. */
const closedAddress = Effect.async<string>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 1;
    server.close(() => resume(Effect.succeed(`http://127.0.0.1:${port}`)));
  });
});
