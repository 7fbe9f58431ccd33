import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { assert, it } from "@effect/vitest";
import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Stream from "effect/Stream";
import * as TestClock from "effect/TestClock";
import { describe } from "vitest";
import { openWebSocket, type WebSocketOptions } from "../../../../src/adapters/sync/connection/openWebSocket.ts";
import type { SourceDisconnected } from "../../../../src/domain/sync/stream/RepoEvents.ts";
import { scriptedServer } from "../../../support/scriptedServer.ts";
import { frameHead, type ScriptedConnection, scriptedWebSocket } from "../../../support/scriptedWebSocket.ts";

const run = Effect.fnUntraced(function* (
  script: (connection: ScriptedConnection) => void,
  options: Partial<WebSocketOptions> = {}
) {
  const server = yield* scriptedWebSocket(script);
  const received: Array<string> = [];
  const connect = Effect.flatMap(
    openWebSocket({ url: server.url, idleWithin: "10 seconds", ...options }),
    ({ messages }) =>
      Stream.runForEach(messages, (batch) =>
        Effect.sync(() => {
          received.push(...batch.map(({ data }) => data.toString()));
        })
      )
  );
  const ended: SourceDisconnected = yield* Effect.flip(Effect.scoped(connect));
  return { received, reason: ended.reason, detail: ended.detail, server };
});

const until = (condition: () => boolean) =>
  Effect.promise(async () => {
    while (!condition()) await nextTurn();
  });

/** A TCP server that handles its connections as a test says, and its port. */
const rawServer = (handle: (tcp: Socket) => void) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const open = new Set<Socket>();
        const server = createServer((tcp) => {
          open.add(tcp);
          tcp.on("error", () => {});
          handle(tcp);
        });
        server.listen(0, "127.0.0.1");
        await once(server, "listening");
        return { server, open };
      }),
      ({ open, server }) =>
        Effect.sync(() => {
          for (const tcp of open) tcp.destroy();
          server.close();
        })
    ),
    ({ server }) => {
      const address = server.address();
      return typeof address === "object" && address !== null ? address.port : 0;
    }
  );

describe("openWebSocket", () => {
  it.scopedLive("delivers what arrived before the end, in order", () =>
    Effect.gen(function* () {
      const { detail, reason, received } = yield* run(({ socket }) => {
        for (let i = 0; i < 5_000; i++) socket.send(`message ${i}`);
        socket.close(1001, "going away");
      });
      assert.deepStrictEqual(
        received,
        Array.from({ length: 5_000 }, (_, i) => `message ${i}`)
      );
      assert.deepStrictEqual({ detail, reason }, { reason: "closed", detail: "code 1001: going away" });
    })
  );

  it.scopedLive("sends the name of the product and the headers of the caller", () =>
    Effect.gen(function* () {
      const { server } = yield* run(({ socket }) => socket.close(), { headers: { authorization: "Basic eDp5" } });
      const headers = server.connections[0]?.request.headers;
      assert.strictEqual(headers?.["user-agent"], "tidemark");
      assert.strictEqual(headers?.authorization, "Basic eDp5");
      assert.isUndefined(headers?.["sec-websocket-extensions"]);
    })
  );

  interface Fault {
    readonly name: string;
    readonly script: (connection: ScriptedConnection) => void;
    readonly received: ReadonlyArray<string>;
    readonly ends: { readonly reason: SourceDisconnected["reason"]; readonly detail: string | null };
  }
  const broken = { reason: "closed", detail: "no close frame" } as const;
  const sendThen = ({ socket }: ScriptedConnection, then: () => void) => socket.send("first", then);
  const faults: ReadonlyArray<Fault> = [
    {
      name: "the connection is reset",
      script: (c) => sendThen(c, () => c.tcp.resetAndDestroy()),
      received: ["first"],
      ends: broken
    },
    {
      name: "the connection ends in the middle of a frame",
      script: (c) =>
        sendThen(c, () => c.tcp.write(frameHead(1, 1_000), () => c.tcp.write("half of it", () => c.tcp.end()))),
      received: ["first"],
      ends: broken
    },
    {
      name: "the connection ends in the head of a frame",
      script: (c) => sendThen(c, () => c.tcp.write(Buffer.from([0x81]), () => c.tcp.end())),
      received: ["first"],
      ends: broken
    },
    {
      name: "the bytes are not WebSocket frames",
      script: (c) => sendThen(c, () => c.tcp.write("HTTP/1.1 200 OK\r\n\r\n")),
      received: ["first"],
      ends: { reason: "source-error", detail: "WS_ERR_UNEXPECTED_RSV_1" }
    },
    {
      name: "a message is above the limit",
      script: (c) => sendThen(c, () => c.tcp.write(frameHead(2, 33 * 1024 * 1024))),
      received: ["first"],
      ends: { reason: "source-error", detail: "a message is too large" }
    },
    {
      name: "the source says that it is read too slowly",
      script: ({ socket }) => socket.close(1008, "consumer too slow"),
      received: [],
      ends: { reason: "consumer-too-slow", detail: "consumer too slow" }
    },
    {
      name: "the source closes without a word",
      script: ({ socket }) => socket.close(),
      received: [],
      ends: { reason: "closed", detail: "code 1005" }
    }
  ];
  it.scopedLive.each(faults)("ends when $name", ({ ends, received, script }) =>
    Effect.gen(function* () {
      const result = yield* run(script);
      assert.include(["first", ""], result.received.join());
      assert.deepStrictEqual({ reason: result.reason, detail: result.detail }, ends);
      if (ends !== broken) assert.deepStrictEqual(result.received, received);
    })
  );

  it.scopedLive("delivers a text message that is not UTF-8", () =>
    Effect.gen(function* () {
      const server = yield* scriptedWebSocket(({ socket }) =>
        socket.send(Buffer.from([0x22, 0xff]), { binary: false })
      );
      const { messages } = yield* openWebSocket({ url: server.url, idleWithin: "10 seconds" });
      const first = yield* Stream.runHead(messages);
      assert.deepStrictEqual(
        first.pipe(Effect.orDie, Effect.runSync).map(({ data, isBinary }) => [[...data], isBinary]),
        [[[0x22, 0xff], false]]
      );
    })
  );

  it.scopedLive("delivers together what arrived while the reader did not ask", () =>
    Effect.gen(function* () {
      const server = yield* scriptedWebSocket(({ socket }) => socket.send("first"));
      const { bufferedBytes, messages } = yield* openWebSocket({ url: server.url, idleWithin: "10 seconds" });
      const received: Array<ReadonlyArray<string>> = [];
      yield* messages.pipe(
        Stream.take(2),
        Stream.runForEach((batch) => {
          received.push(batch.map(({ data }) => `${data}`));
          if (received.length > 1) return Effect.void;
          for (const text of ["second", "third"]) server.connections[0]?.socket.send(text);
          return until(() => bufferedBytes() === "secondthird".length);
        })
      );
      assert.deepStrictEqual(received, [["first"], ["second", "third"]]);
    })
  );

  it.scopedLive("says that nothing listens at the address", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(scriptedWebSocket(() => {}));
      const failure = yield* Effect.flip(openWebSocket({ url, idleWithin: "1 second" }));
      assert.deepInclude(failure, { reason: "unreachable", detail: "ECONNREFUSED" });
    })
  );

  it.scopedLive.each([
    { status: 401, body: "", detail: "HTTP 401" },
    { status: 400, body: "too many\nwantedCollections\u0000", detail: "HTTP 400: too many wantedCollections" },
    { status: 301, body: "", detail: "HTTP 301" },
    { status: 200, body: "x".repeat(100_000), detail: `HTTP 200: ${"x".repeat(200)}` }
  ])("says that the source refuses the handshake with $status", ({ body, detail, status }) =>
    Effect.gen(function* () {
      const { port } = yield* scriptedServer((_, response) => {
        response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(body);
      });
      const failure = yield* Effect.flip(
        openWebSocket({ url: `http://127.0.0.1:${port}/subscribe`, idleWithin: "1 second" })
      );
      assert.deepInclude(failure, { reason: "refused", detail });
    })
  );

  it.scoped.each([
    { name: "does not answer", answer: "" },
    { name: "refuses without an end", answer: "HTTP/1.1 400 Bad Request\r\nContent-Length: 100\r\n\r\nwhy" }
  ])("gives up after 10 seconds when the source $name", ({ answer }) =>
    Effect.gen(function* () {
      let accepted = 0;
      const port = yield* rawServer((tcp) => {
        accepted++;
        tcp.write(answer);
      });
      const opening = yield* Effect.fork(
        Effect.flip(openWebSocket({ url: `ws://127.0.0.1:${port}/`, idleWithin: "1 second" }))
      );
      yield* until(() => accepted === 1);
      yield* TestClock.adjust("10 seconds");
      assert.deepInclude(yield* Fiber.join(opening), { reason: "unreachable", detail: "timeout" });
    })
  );

  it.scopedLive("says that the address is not one of a WebSocket", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(openWebSocket({ url: "ftp://127.0.0.1/", idleWithin: "1 second" }));
      assert.strictEqual(failure.reason, "unreachable");
    })
  );

  it.scoped("ends a stream that only answers pings, when nothing arrived for the idle time", () =>
    Effect.gen(function* () {
      const server = yield* scriptedWebSocket(({ socket }) => {
        socket.send("first");
        socket.ping();
      });
      const { messages } = yield* openWebSocket({ url: server.url, idleWithin: "60 seconds" });
      const received: Array<string> = [];
      const reader = yield* Effect.fork(
        Effect.flip(
          Stream.runForEach(messages, (batch) =>
            Effect.sync(() => received.push(...batch.map(({ data }) => `${data}`)))
          )
        )
      );
      const connection = server.connections[0];
      yield* until(() => received.length === 1);
      yield* TestClock.adjust("59 seconds");
      connection?.socket.send("second");
      yield* until(() => received.length === 2);
      yield* TestClock.adjust("59 seconds");
      connection?.socket.ping();
      assert.isNull(reader.unsafePoll());
      yield* TestClock.adjust("1 second");
      const failure = yield* Fiber.join(reader);
      assert.deepInclude(failure, { reason: "silent", detail: null });
    })
  );

  it.scoped("does not count the time of a slow reader as silence", () =>
    Effect.gen(function* () {
      const server = yield* scriptedWebSocket(({ socket }) => socket.send("first"));
      const { messages } = yield* openWebSocket({ url: server.url, idleWithin: "60 seconds" });
      let count = 0;
      const reader = yield* Effect.fork(
        Stream.runForEach(messages, () => {
          count++;
          return Effect.sleep("10 minutes");
        })
      );
      yield* until(() => count === 1);
      yield* TestClock.adjust("9 minutes");
      server.connections[0]?.socket.send("second");
      yield* TestClock.adjust("1 minute");
      yield* until(() => count === 2);
      assert.isNull(reader.unsafePoll());
    })
  );

  it.scopedLive("makes the source wait for a slow reader, and holds no more than its limits and a chunk", () =>
    Effect.gen(function* () {
      const limits = { bytes: 256 * 1024, messages: 1_000_000 };
      const message = Buffer.alloc(1_000, 120);
      const total = 40_000;
      const server = yield* scriptedWebSocket(({ socket }) => {
        for (let i = 0; i < total; i++) socket.send(message);
      });
      const { bufferedBytes, messages } = yield* openWebSocket({
        url: server.url,
        idleWithin: "10 seconds",
        buffer: limits
      });
      const source = server.connections[0]?.socket;
      // What neither the buffer nor the operating system takes stays with the source.
      yield* until(() => bufferedBytes() >= limits.bytes);
      let highest = 0;
      let count = 0;
      yield* messages.pipe(
        Stream.takeUntil((batch) => {
          count += batch.length;
          return count === total;
        }),
        Stream.runForEach((batch) =>
          Effect.promise(async () => {
            for (let i = 0; i < 20; i++) await nextTurn();
            highest = Math.max(highest, bufferedBytes(), batch.length * message.length);
          })
        )
      );
      assert.strictEqual(count, total);
      assert.isAtMost(highest, limits.bytes + 2 * 65_536);
      assert.strictEqual(source?.bufferedAmount, 0);
    })
  );

  it.scopedLive("limits the number of messages as well", () =>
    Effect.gen(function* () {
      const server = yield* scriptedWebSocket(({ socket }) => {
        for (let i = 0; i < 200_000; i++) socket.send("x");
      });
      const { messages } = yield* openWebSocket({
        url: server.url,
        idleWithin: "10 seconds",
        buffer: { bytes: 1_000_000, messages: 10 }
      });
      const batches = yield* messages.pipe(
        Stream.mapAccum(0, (count, batch) => [
          count + batch.length,
          { count: count + batch.length, size: batch.length }
        ]),
        Stream.takeUntil(({ count }) => count === 200_000),
        Stream.runCollect
      );
      // One chunk of 64 kB holds 21,845 frames of 3 bytes.
      for (const { size } of Chunk.toReadonlyArray(batches)) assert.isAtMost(size, 10 + 2 * 21_846);
    })
  );

  it.scopedLive("closes with a close frame when its scope ends", () =>
    Effect.gen(function* () {
      const server = yield* scriptedWebSocket(({ socket }) => socket.send("first"));
      const codes: Array<number> = [];
      yield* Effect.scoped(
        Effect.flatMap(openWebSocket({ url: server.url, idleWithin: "10 seconds" }), ({ messages }) => {
          server.connections[0]?.socket.on("close", (code) => codes.push(code));
          return Stream.runHead(messages);
        })
      );
      yield* until(() => codes.length === 1);
      assert.deepStrictEqual(codes, [1000]);
    })
  );

  it.scopedLive("closes while the source goes on sending and does not answer", () =>
    Effect.gen(function* () {
      const server = yield* scriptedWebSocket(({ socket, tcp }) => {
        for (let i = 0; i < 50_000; i++) socket.send("x".repeat(1_000));
        tcp.pause();
      });
      yield* Effect.scoped(
        Effect.flatMap(
          openWebSocket({ url: server.url, idleWithin: "10 seconds", buffer: { bytes: 1_000, messages: 10 } }),
          ({ messages }) => Stream.runHead(messages)
        )
      );
      assert.lengthOf(server.connections, 1);
    })
  );

  it.scopedLive("sends messages, and says when it cannot", () =>
    Effect.gen(function* () {
      const heard: Array<string> = [];
      const server = yield* scriptedWebSocket(({ socket }) => socket.on("message", (data) => heard.push(`${data}`)));
      const { messages, send } = yield* openWebSocket({ url: server.url, idleWithin: "10 seconds" });
      yield* send([]);
      yield* send(["a", "b", "c"]);
      yield* until(() => heard.length === 3);
      assert.deepStrictEqual(heard, ["a", "b", "c"]);
      server.connections[0]?.socket.terminate();
      yield* Effect.flip(Stream.runDrain(messages));
      const failure = yield* Effect.flip(send(["d"]));
      assert.strictEqual(failure.reason, "closed");
    })
  );
});
