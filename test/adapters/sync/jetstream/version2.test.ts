import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { describe } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { layer } from "../../../../src/adapters/sync/jetstream/RepoEventsJetstream.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RepoEvents } from "../../../../src/domain/sync/stream/RepoEvents.ts";
import { compressedVersion2, dictionary } from "./compressedMessages.ts";

const path = "/xrpc/network.bsky.jetstream.subscribeEvents";
const lexicon = "network.bsky.jetstream.subscribeEvents";
const did = "did:plc:eygmaihciaxprqvxpfvl6flk";
const like = Nsid.make("app.bsky.feed.like");

const frame = (kind: string, payload: object): string =>
  JSON.stringify({ $type: "message", payload: { $type: `${lexicon}#${kind}`, did, ...payload } });
const identity = (seq: number): string => frame("identity", { seq, time: "2026-08-11T19:46:02.329308Z" });
const info = (name: string): string => frame("info", { name });
const error = (name: string): string => JSON.stringify({ $type: "error", error: name, message: "why" });

/** How a Jetstream answers a request: a refusal before the upgrade, or messages. */
type Answer = { readonly refusal: string } | { readonly messages: ReadonlyArray<string | Uint8Array> };

/** A Jetstream of version 2 that answers each request, and the queries of the requests. */
const serve = (answer: (query: URLSearchParams) => Answer) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly queries: ReadonlyArray<string>; readonly stop: () => void }>(
      (resume) => {
        const queries: Array<string> = [];
        const upgrades = new WebSocketServer({ noServer: true });
        const server = createServer();
        server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
          const url = new URL(request.url ?? "/", "http://jetstream.example.com");
          queries.push(url.search);
          const answered = answer(url.searchParams);
          if ("refusal" in answered) {
            const body = JSON.stringify({ error: answered.refusal, message: "why" });
            stream.end(
              `HTTP/1.1 400 Bad Request\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
            );
            return;
          }
          upgrades.handleUpgrade(request, stream, head, (socket: WebSocket) => {
            for (const message of answered.messages) socket.send(message);
            socket.close();
          });
        });
        server.listen(0, "127.0.0.1", () => {
          const address = server.address();
          const port = typeof address === "object" && address !== null ? address.port : 0;
          const stop = () => {
            server.close();
            server.closeAllConnections();
          };
          resume(Effect.succeed({ url: `ws://127.0.0.1:${port}${path}`, queries, stop }));
        });
      }
    ),
    ({ stop }) => Effect.sync(stop)
  );

interface Asked {
  readonly cursor: number | null;
  readonly collections?: ReadonlyArray<Nsid>;
  readonly isCompressed?: boolean;
}

/** Subscribes once, and returns what arrives until the end, in short: a position, or the name of a message. */
const subscribe = Effect.fnUntraced(function* (
  { collections = [like], cursor, isCompressed = false }: Asked,
  answer: (query: URLSearchParams) => Answer
) {
  const { queries, url } = yield* serve(answer);
  const compression = isCompressed ? { dictionary: Buffer.from(dictionary, "base64") } : {};
  const context = yield* Layer.build(layer({ url, idleWithin: "60 seconds", ...compression }));
  const source = yield* Effect.provide(RepoEvents, context);
  const received: Array<number | string> = [];
  const ended = yield* source.subscribe({ cursor, collections }).pipe(
    Stream.runForEach((message) =>
      Effect.sync(() => {
        if (message._tag === "Events") received.push(...message.events.map((event) => event.cursor));
        else received.push(message._tag);
      })
    ),
    Effect.flip
  );
  return { received, queries, reason: ended.reason, detail: ended.detail, address: source.source.address, url };
});

describe("RepoEventsJetstream, version 2", () => {
  it.scopedLive("asks for the collections, from the cursor, which the source repeats", () =>
    Effect.gen(function* () {
      const result = yield* subscribe({ cursor: 7, collections: [like, Nsid.make("xyz.statusphere.status")] }, () => ({
        messages: [identity(7), identity(9)]
      }));
      assert.deepStrictEqual(result.received, ["Connected", 7, 9]);
      assert.deepStrictEqual(result.queries, [
        "?collections=app.bsky.feed.like&collections=xyz.statusphere.status&cursor=7"
      ]);
      assert.strictEqual(result.address, result.url);
    })
  );

  it.scopedLive("asks for no commits without collections", () =>
    Effect.gen(function* () {
      const { queries } = yield* subscribe({ cursor: null, collections: [] }, () => ({ messages: [] }));
      assert.deepStrictEqual(queries, ["?kinds=identity&kinds=account&kinds=sync"]);
    })
  );

  it.scopedLive.each([
    { name: "an outdated cursor", first: info("OutdatedCursor"), received: ["OutdatedCursor", 9], reason: "closed" },
    { name: "an unknown notice", first: info("Maintenance"), received: [9], reason: "closed" },
    { name: "a cursor in the future", first: info("FutureCursor"), received: [], reason: "future-cursor" },
    { name: "an error about the cursor", first: error("FutureCursor"), received: [], reason: "future-cursor" },
    { name: "a reader that is too slow", first: error("ConsumerTooSlow"), received: [], reason: "consumer-too-slow" },
    { name: "another error", first: error("toString"), received: [], reason: "source-error" }
  ])("understands $name", ({ first, reason, received }) =>
    Effect.gen(function* () {
      const result = yield* subscribe({ cursor: 7 }, () => ({ messages: [first, identity(9)] }));
      assert.deepStrictEqual(result.received, ["Connected", ...received]);
      assert.strictEqual(result.reason, reason);
    })
  );

  it.scopedLive("delivers what came before an error", () =>
    Effect.gen(function* () {
      const { detail, reason, received } = yield* subscribe({ cursor: 7 }, () => ({
        messages: [identity(8), error("Broken"), identity(9)]
      }));
      assert.deepStrictEqual(received, ["Connected", 8]);
      assert.deepStrictEqual({ detail, reason }, { reason: "source-error", detail: "Broken: why" });
    })
  );

  it.scopedLive("continues with the oldest event if the source refuses the cursor as too old", () =>
    Effect.gen(function* () {
      const { queries, received } = yield* subscribe({ cursor: 7 }, (query) =>
        Number(query.get("cursor")) < 1e15 ? { refusal: "CursorTooOld" } : { messages: [identity(5_000)] }
      );
      assert.deepStrictEqual(received, ["Connected", "OutdatedCursor", 5_000]);
      assert.deepStrictEqual(
        queries.map((query) => new URLSearchParams(query).get("cursor")),
        ["7", "1000000000000000"]
      );
    })
  );

  it.scopedLive("does not ask again and again", () =>
    Effect.gen(function* () {
      const { queries, reason, received } = yield* subscribe({ cursor: 7 }, () => ({ refusal: "CursorTooOld" }));
      assert.deepStrictEqual(received, []);
      assert.strictEqual(reason, "refused");
      assert.lengthOf(queries, 2);
    })
  );

  it.scopedLive("reads compressed messages", () =>
    Effect.gen(function* () {
      const { queries, received } = yield* subscribe({ cursor: null, isCompressed: true }, () => ({
        messages: [Buffer.from(compressedVersion2, "base64"), identity(8)]
      }));
      assert.deepStrictEqual(received, ["Connected", 7, 8]);
      assert.deepStrictEqual(queries, ["?collections=app.bsky.feed.like&zstdDictionary=1612007021"]);
    })
  );

  it.scopedLive("continues without compression if the source has another dictionary", () =>
    Effect.gen(function* () {
      const { queries, received } = yield* subscribe({ cursor: 3, isCompressed: true }, (query) => {
        if (query.has("zstdDictionary")) return { refusal: "UnknownZstdDictionary" };
        return Number(query.get("cursor")) < 1e15 ? { refusal: "CursorTooOld" } : { messages: [identity(8)] };
      });
      assert.deepStrictEqual(received, ["Connected", "OutdatedCursor", 8]);
      assert.lengthOf(queries, 3);
    })
  );
});
