import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { assert, describe, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import type { ConnectionTimeouts } from "../../../../../src/adapters/http/server/connection/watchConnections.ts";
import * as HttpServerNode from "../../../../../src/adapters/http/server/HttpServerNode.ts";
import { type HttpResponse, json } from "../../../../../src/adapters/http/server/response/HttpResponse.ts";
import type { Route } from "../../../../../src/adapters/http/server/routing/Route.ts";
import * as AddressHashesMemory from "../../../../../src/adapters/memory/stores/AddressHashesMemory.ts";

const times: ConnectionTimeouts = {
  checkIntervalMs: 50,
  stallTimeoutMs: 300,
  unobservedStallTimeoutMs: 300,
  idleTimeoutMs: 300
};
const large = 8_000_000;

const route = (path: string, handle: Effect.Effect<HttpResponse>): Route<never> => ({
  methods: ["GET"],
  path,
  origins: "same",
  handle: () => handle
});

const text = (body: HttpResponse["body"]): HttpResponse => ({ status: 200, headers: {}, body });

let begunRequests = 0;

const routes: ReadonlyArray<Route<never>> = [
  route("/small", Effect.succeed(text("small"))),
  route(
    "/large",
    Effect.sync(() => text(Buffer.alloc(large, "x")))
  ),
  route("/late", Effect.delay(Effect.succeed(text("late")), "900 millis")),
  route(
    "/rare",
    Effect.sync(() => text(Stream.make("a", "b", "c").pipe(Stream.tap(() => Effect.sleep("400 millis")))))
  ),
  route(
    "/endless",
    Effect.sync(() => text(Stream.repeatValue("y".repeat(100_000))))
  ),
  route(
    "/counted",
    Effect.sync(() => {
      begunRequests += 1;
      return text(Buffer.alloc(large / 10, "x"));
    })
  ),
  {
    methods: ["POST"],
    path: "/refused",
    origins: "same",
    handle: (request) =>
      Effect.match(request.body(1), { onFailure: () => json(413, {}), onSuccess: () => json(200, {}) })
  }
];

/** A connection to a server that looks often, and the end of it as the server sees it. */
const connected = (chosen: Partial<ConnectionTimeouts> = {}) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(
      HttpServerNode.layer({
        host: "127.0.0.1",
        port: 0,
        publicUrl: "https://tidemark.example.com",
        trustedProxies: 0,
        routes,
        connections: { ...times, ...chosen }
      }).pipe(Layer.provide(AddressHashesMemory.layer))
    );
    const { port, server } = Context.get(context, HttpServerNode.HttpServerNode);
    const accepted = once(server, "connection");
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => connect(port, "127.0.0.1").on("error", () => undefined)),
      (socket) => Effect.sync(() => socket.destroy())
    );
    const [own]: Array<Socket> = yield* Effect.promise(() => accepted);
    if (own === undefined) throw new Error("no connection");
    const closed = once(own, "close");
    const before = begunRequests;
    return { client, own, begun: () => begunRequests - before, closed: Effect.promise(() => closed) };
  });

const asks = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

/** Writes the same again and again, for as long as the connection takes it. */
const trickle = (client: Socket, bytes: string) =>
  Effect.acquireRelease(
    Effect.sync(() => setInterval(() => client.writable && client.write(bytes), 30)),
    (timer) => Effect.sync(() => clearInterval(timer))
  );

const received = (client: Socket) =>
  Effect.promise(async () => {
    const pieces: Array<Buffer> = [];
    for await (const piece of client) {
      pieces.push(piece);
      if (Buffer.concat(pieces.slice(-2)).toString("latin1").endsWith("\r\n0\r\n\r\n")) break;
    }
    return Buffer.concat(pieces).toString("latin1");
  });

describe.concurrent("a connection is closed", () => {
  it.scopedLive("when the client does not read the response, however much it sends meanwhile", () =>
    Effect.gen(function* () {
      for (const path of ["/large", "/endless"]) {
        const { client, closed } = yield* connected();
        client.pause().write(asks(path));
        yield* trickle(client, "\r\n");
        yield* closed;
      }
    })
  );

  it.scopedLive("when the client pipelines many requests without reading, and few of them are started", () =>
    Effect.gen(function* () {
      const { begun, client, closed } = yield* connected({ stallTimeoutMs: 60_000, unobservedStallTimeoutMs: 60_000 });
      client.pause().write(asks("/counted").repeat(500));
      yield* closed;
      assert.isAtMost(begun(), 34);
    })
  );

  it.scopedLive("when only line breaks follow a request", () =>
    Effect.gen(function* () {
      const { client, closed } = yield* connected();
      client.resume().write(asks("/small"));
      yield* trickle(client, "\r\n");
      yield* closed;
    })
  );

  it.scopedLive("when a body continues endlessly after its response", () =>
    Effect.gen(function* () {
      const { client, closed } = yield* connected();
      client.resume().write("POST /refused HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n");
      yield* trickle(client, "z");
      yield* closed;
    })
  );

  it.scopedLive("when nothing is received", () => Effect.flatMap(connected(), ({ closed }) => closed));
});

describe.concurrent("a connection stays open", () => {
  it.scopedLive("for a client that reads slowly, to the last byte", () =>
    Effect.gen(function* () {
      const { client } = yield* connected({ stallTimeoutMs: 600 });
      client.pause().write(asks("/large"));
      const got = yield* Effect.async<number>((resume) => {
        let bytes = 0;
        const drink = setInterval(() => {
          bytes += client.read(Math.min(client.readableLength, 131_072))?.length ?? 0;
          if (bytes < large) return;
          clearInterval(drink);
          resume(Effect.succeed(bytes));
        }, 40);
        client.on("readable", () => undefined).once("close", () => resume(Effect.succeed(bytes)));
      });
      assert.isAtLeast(got, large);
    })
  );

  it.scopedLive("for a response that takes long to compute, and one that is sent piece by piece", () =>
    Effect.gen(function* () {
      const late = yield* connected();
      late.client.write(asks("/late").replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n"));
      assert.match(yield* received(late.client), /late$/);
      const rare = yield* connected();
      rare.client.write(asks("/rare"));
      assert.match(yield* received(rare.client), /a[\s\S]*b[\s\S]*c/);
    })
  );

  it.scopedLive("for pipelined requests, whose responses are sent in order", () =>
    Effect.gen(function* () {
      const { client, own } = yield* connected();
      client.write(asks("/small").repeat(20) + asks("/late").replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n"));
      const all = yield* received(client);
      assert.strictEqual(all.match(/small/g)?.length, 20);
      assert.match(all, /late$/);
      assert.isTrue(own.destroyed || own.writableEnded);
    })
  );

  it.scopedLive("for as long as it receives requests", () =>
    Effect.gen(function* () {
      const { client, own } = yield* connected({ idleTimeoutMs: 800 });
      for (let count = 0; count < 12; count += 1) {
        const answered = once(client, "data");
        client.write(asks("/small"));
        yield* Effect.promise(() => answered);
        yield* Effect.sleep("100 millis");
      }
      assert.isFalse(own.destroyed);
    })
  );
});
