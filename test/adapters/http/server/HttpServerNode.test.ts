import { request } from "node:http";
import { connect, createServer } from "node:net";
import { assert, describe, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Fiber from "effect/Fiber";
import * as FiberRef from "effect/FiberRef";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as Scope from "effect/Scope";
import * as Stream from "effect/Stream";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { type HttpResponse, json } from "../../../../src/adapters/http/server/response/HttpResponse.ts";
import type { Route } from "../../../../src/adapters/http/server/routing/Route.ts";
import * as AddressHashesMemory from "../../../../src/adapters/memory/stores/AddressHashesMemory.ts";
import { currentTrace } from "../../../../src/domain/event/Trace.ts";
import { silentLogger } from "../../../support/silentLogger.ts";
import { send } from "../send.ts";

const usual = { host: "127.0.0.1", port: 0, publicUrl: "https://tidemark.example.com", trustedProxies: 0 };

const started = <R>(routes: ReadonlyArray<Route<R>>, options: Partial<HttpServerNode.HttpServerOptions<R>> = {}) =>
  Effect.map(
    Layer.build(Layer.provide(HttpServerNode.layer({ ...usual, ...options, routes }), AddressHashesMemory.layer)),
    (context) => Context.get(context, HttpServerNode.HttpServerNode)
  );

const text = (body: HttpResponse["body"]): HttpResponse => ({ status: 200, headers: {}, body });

const get = <R>(path: string, handle: Route<R>["handle"], more: Partial<Route<R>> = {}): Route<R> => ({
  methods: ["GET"],
  path,
  origins: "same",
  handle,
  ...more
});

const echo: Route<never> = {
  methods: ["POST"],
  path: "/echo",
  origins: "any",
  handle: (request) =>
    request.body(10).pipe(
      Effect.map((body) => text(body.toString())),
      Effect.catchAll(({ reason }) => Effect.succeed(json(413, { reason })))
    )
};

describe("HttpServerNode", () => {
  it.scoped("responds to unknown paths and wrong methods in JSON", () =>
    Effect.gen(function* () {
      const { port } = yield* started<never>([echo, get("/here", () => Effect.succeed(text("here")))]);
      const nowhere = yield* send(port, "/nowhere?x=1");
      assert.deepStrictEqual([nowhere.status, nowhere.text], [404, '{"error":"not_found"}']);
      assert.isNull(nowhere.header("access-control-allow-origin"));
      const wrong = yield* send(port, "/here", { method: "DELETE" });
      assert.deepStrictEqual([wrong.status, wrong.header("allow")], [405, "GET"]);
      assert.strictEqual((yield* send(port, "/here", { method: "HEAD" })).status, 405);
      assert.strictEqual((yield* send(port, "/here/")).status, 404);
      assert.strictEqual((yield* send(port, "/HERE")).status, 404);
      assert.strictEqual((yield* send(port, "//here")).status, 404);
    })
  );

  it.scoped("responds to browsers with pages instead", () =>
    Effect.gen(function* () {
      const { port } = yield* started<never>([echo, get("/broken", () => Effect.die("broken"))]);
      const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
      const open = (path: string) => send(port, path, { headers: { accept } });
      for (const [path, status, words] of [
        ["/no<where>", 404, "There is no page at <code>/no&lt;where&gt;</code>"],
        ["/echo", 405, "It accepts POST, OPTIONS, but no GET"],
        ["/broken", 500, "give its operator the request id <code>"]
      ] as const) {
        const page = yield* open(path);
        assert.strictEqual(page.status, status);
        assert.strictEqual(page.header("content-type"), "text/html; charset=utf-8");
        assert.strictEqual(page.header("vary"), "Accept");
        assert.match(page.header("content-security-policy") ?? "", /^default-src 'none'/);
        assert.include(page.text, words);
      }
      assert.strictEqual((yield* open("/echo")).header("allow"), "POST, OPTIONS");
    })
  );

  it.scoped("refuses a request with several hosts or an invalid one, and no request after it", () =>
    Effect.gen(function* () {
      const { port } = yield* started<never>([get("/here", () => Effect.succeed(text("here")))]);
      const raw = (head: string) =>
        Effect.async<string>((resume) => {
          let all = "";
          const socket = connect(port, "127.0.0.1", () => socket.write(`${head}\r\n\r\n`));
          socket.on("data", (piece) => {
            all += piece.toString();
          });
          socket.once("close", () => resume(Effect.succeed(all)));
        });
      const one = "GET /here HTTP/1.1\r\nconnection: close\r\nhost: a.example:8080";
      assert.match(yield* raw(one), /^HTTP\/1\.1 200 /);
      for (const good of ["", "[::1]:80", "a_b", "127.0.0.1", "xn--a.example"])
        assert.match(yield* raw(`GET /here HTTP/1.1\r\nconnection: close\r\nhost: ${good}`), /^HTTP\/1\.1 200 /);
      for (const wrong of [`${one}\r\nHost: a.example:8080`, `${one}\r\nHOST:`, `${one}\r\nhost: b.example`])
        assert.match(yield* raw(`${wrong}\r\n\r\n${one}`), /^HTTP\/1\.1 400 [\s\S]*more than one Host header"\}$/);
      for (const odd of ["a b", "a,b", "u@a", "a/b", "a:b", "a:80:80", "http://a", "a?b", "[::1"])
        assert.match(yield* raw(`GET /here HTTP/1.1\r\nhost: ${odd}`), /^HTTP\/1\.1 400 /);
      assert.match(yield* raw("GET /here HTTP/1.1\r\nconnection: close"), /^HTTP\/1\.1 400 /);
    })
  );

  it.scoped("accepts a target in absolute form, whose authority replaces the Host header", () =>
    Effect.gen(function* () {
      const { port } = yield* started<never>([
        get("/here", (request) => Effect.succeed(text(`${request.path}?${request.query} ${request.header("host")}`)))
      ]);
      const answer = yield* send(port, "http://a.example/here?x=1", { headers: { host: "b.example" } });
      assert.deepStrictEqual([answer.status, answer.text], [200, "/here?x=1 a.example"]);
      assert.strictEqual((yield* send(port, "ftp://a.example/here")).status, 404);
    })
  );

  it.scoped("CO-04 adds security headers and a request ID to every response", () =>
    Effect.gen(function* () {
      const { port } = yield* started<never>([get("/here", () => Effect.succeed(text("here")))]);
      const ids = new Set<string | null>();
      for (const path of ["/here", "/nowhere"]) {
        const answer = yield* send(port, path);
        assert.strictEqual(answer.header("x-content-type-options"), "nosniff");
        assert.strictEqual(answer.header("x-frame-options"), "DENY");
        assert.strictEqual(answer.header("referrer-policy"), "no-referrer");
        assert.include(answer.header("content-security-policy"), "default-src 'none'");
        assert.include(answer.header("strict-transport-security"), "max-age=");
        ids.add(answer.header("x-request-id"));
      }
      assert.strictEqual(ids.size, 2);
      const plain = yield* started<never>([], { publicUrl: "http://127.0.0.1:8080" });
      assert.isNull((yield* send(plain.port, "/")).header("strict-transport-security"));
    })
  );

  it.scoped(
    "CO-01, CO-02 opens a route to scripts of every origin, with preflight and errors, and others to none",
    () =>
      Effect.gen(function* () {
        const broken = get<never>("/broken", () => Effect.die("broken"), { origins: "any" });
        const { port } = yield* started<never>([echo, broken, get("/same", () => Effect.succeed(text("same")))]);
        const headers = { origin: "https://app.example", "access-control-request-method": "POST" };
        const preflight = yield* send(port, "/echo", { method: "OPTIONS", headers });
        assert.strictEqual(preflight.status, 204);
        assert.strictEqual(preflight.header("access-control-allow-origin"), "*");
        assert.strictEqual(preflight.header("access-control-allow-methods"), "POST");
        assert.strictEqual(preflight.header("access-control-max-age"), "600");
        assert.isNull(preflight.header("access-control-allow-credentials"));
        for (const name of [
          "Content-Type",
          "Authorization",
          "DPoP",
          "Idempotency-Key",
          "Tidemark-Cursor",
          "X-Tidemark-Cost"
        ]) {
          assert.include(preflight.header("access-control-allow-headers"), name);
        }
        const tooLarge = yield* send(port, "/echo", { method: "POST", headers, body: "x".repeat(11) });
        const wrongMethod = yield* send(port, "/echo", { method: "PUT", headers });
        const defect = yield* send(port, "/broken", { headers });
        assert.deepStrictEqual([tooLarge.status, wrongMethod.status, defect.status], [413, 405, 500]);
        assert.strictEqual(wrongMethod.header("allow"), "POST, OPTIONS");
        for (const answer of [tooLarge, wrongMethod, defect]) {
          assert.strictEqual(answer.header("access-control-allow-origin"), "*");
          for (const name of ["DPoP-Nonce", "WWW-Authenticate", "Retry-After"]) {
            assert.include(answer.header("access-control-expose-headers"), name);
          }
        }
        const same = yield* send(port, "/same", { method: "OPTIONS", headers });
        assert.strictEqual(same.status, 405);
        assert.isNull(same.header("access-control-allow-origin"));
        assert.isNull((yield* send(port, "/same", { headers })).header("access-control-allow-origin"));
      }).pipe(Effect.provide(silentLogger))
  );

  it.scoped("prefers exact paths to wildcards, and longer wildcards to shorter ones", () =>
    Effect.gen(function* () {
      const named = (path: string) => get<never>(path, () => Effect.succeed(text(path)));
      const { port } = yield* started<never>([named("/a/*"), named("/a/b/*"), named("/a/b/c")]);
      for (const [path, expected] of [
        ["/a/x", "/a/*"],
        ["/a/b/c", "/a/b/c"],
        ["/a/b/d/e", "/a/b/*"],
        ["/a/", "/a/*"]
      ] as const) {
        assert.strictEqual((yield* send(port, path)).text, expected);
      }
      assert.strictEqual((yield* send(port, "/a")).status, 404);
    })
  );

  it.scoped("includes the request in the trace of its handler", () =>
    Effect.gen(function* () {
      const { port } = yield* started<never>([
        get("/id", () => Effect.map(FiberRef.get(currentTrace), ({ requestId }) => text(requestId)))
      ]);
      const answer = yield* send(port, "/id");
      assert.strictEqual(answer.text, answer.header("x-request-id"));
    })
  );

  it.scoped("provides a handler with the services of the layer", () =>
    Effect.gen(function* () {
      class Greeting extends Context.Tag("Greeting")<Greeting, string>() {}
      const route = get<Greeting>("/", () => Effect.map(Greeting, text));
      const { port } = yield* started([route]).pipe(Effect.provideService(Greeting, "hello"));
      assert.strictEqual((yield* send(port, "/")).text, "hello");
    })
  );

  it.scoped("responds to a defect with a request ID and without its cause, also while a response is sent", () =>
    Effect.gen(function* () {
      const { port } = yield* started<never>([
        get("/die", () => Effect.die(new Error("select secret from vault"))),
        get("/throw", () => {
          throw new Error("select secret from vault");
        }),
        get("/header", () => Effect.succeed({ status: 200, headers: { "x-bad": "a\nb" }, body: null }))
      ]);
      for (const path of ["/die", "/throw", "/header"]) {
        const answer = yield* send(port, path);
        assert.strictEqual(answer.status, 500, path);
        assert.propertyVal(JSON.parse(answer.text), "error", "server_error");
        assert.include(answer.text, answer.header("x-request-id") ?? "none");
        assert.notInclude(answer.text, "select");
      }
    }).pipe(Effect.provide(silentLogger))
  );

  it.scoped("reads bodies up to their limit, whatever Content-Length says", () =>
    Effect.gen(function* () {
      const { port } = yield* started<never>([echo]);
      const post = (body: string, headers: Record<string, string> = {}) =>
        send(port, "/echo", { method: "POST", body, headers });
      assert.strictEqual((yield* post("0123456789")).text, "0123456789");
      assert.strictEqual((yield* post("")).text, "");
      assert.strictEqual((yield* post("0123456789a")).status, 413);
      const chunked = yield* post("x".repeat(200_000), { "transfer-encoding": "chunked" });
      assert.strictEqual(chunked.status, 413);
    })
  );

  it.scoped("sends a stream piece by piece, and stops it when the client disconnects", () =>
    Effect.gen(function* () {
      const stopped = yield* Deferred.make<void>();
      const endless = Stream.concat(Stream.make("one", "two"), Stream.never).pipe(
        Stream.ensuring(Deferred.succeed(stopped, undefined))
      );
      const { port } = yield* started<never>([
        get("/short", () => Effect.succeed(text(Stream.make("a", "b", "c")))),
        get("/endless", () => Effect.succeed(text(endless)))
      ]);
      assert.strictEqual((yield* send(port, "/short")).text, "abc");
      const abort = new AbortController();
      const first = yield* Effect.promise(async () => {
        const response = await fetch(`http://127.0.0.1:${port}/endless`, { signal: abort.signal });
        const reader = response.body?.getReader();
        const chunk = await reader?.read();
        return Buffer.from(chunk?.value ?? []).toString();
      });
      assert.match(first, /^one/);
      abort.abort();
      yield* Deferred.await(stopped);
    })
  );

  it.scoped("lets a handler finish when its client disconnects, unless the route specifies otherwise", () =>
    Effect.gen(function* () {
      const entered = yield* Deferred.make<void>();
      const interrupted = yield* Deferred.make<void>();
      const begun = yield* Deferred.make<void>();
      const continueOnError = yield* Deferred.make<void>();
      const finished = yield* Deferred.make<void>();
      const { port } = yield* started<never>([
        get(
          "/query",
          () =>
            Effect.zipRight(Deferred.succeed(entered, undefined), Effect.never).pipe(
              Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
            ),
          { whenClientLeaves: "interrupt" }
        ),
        get("/write", () =>
          Deferred.succeed(begun, undefined).pipe(
            Effect.zipRight(Deferred.await(continueOnError)),
            Effect.zipRight(Deferred.succeed(finished, undefined)),
            Effect.as(text("done"))
          )
        )
      ]);
      const leave = (path: string, arrived: Effect.Effect<void>) =>
        Effect.gen(function* () {
          const abort = new AbortController();
          const asked = fetch(`http://127.0.0.1:${port}${path}`, { signal: abort.signal }).catch(() => "left");
          yield* arrived;
          abort.abort();
          assert.strictEqual(yield* Effect.promise(() => asked), "left");
        });
      yield* leave("/query", Deferred.await(entered));
      yield* Deferred.await(interrupted);
      yield* leave("/write", Deferred.await(begun));
      yield* Deferred.succeed(continueOnError, undefined);
      yield* Deferred.await(finished);
    })
  );

  it.scoped("DP-11 uses X-Forwarded-For as far as proxies are trusted", () =>
    Effect.gen(function* () {
      const route = get<never>("/", (request) => Effect.succeed(text(request.clientAddress)));
      const headers = { "x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.0.0.1" };
      for (const [trustedProxies, expected] of [
        [0, "127.0.0.1"],
        [1, "10.0.0.1"],
        [2, "203.0.113.9"],
        [9, "6.6.6.6"]
      ] as const) {
        const { port } = yield* started([route], { trustedProxies });
        assert.strictEqual((yield* send(port, "/", { headers })).text, expected);
      }
    })
  );

  it.scoped("logs no address of a client, not even when a request fails", () =>
    Effect.gen(function* () {
      const lines: Array<string> = [];
      const logger = Logger.replace(
        Logger.defaultLogger,
        Logger.map(Logger.logfmtLogger, (line) => void lines.push(line))
      );
      const failing = get<never>("/fails", () => Effect.dieMessage("something is wrong"));
      const { port } = yield* Effect.provide(started([failing], { trustedProxies: 1 }), logger);
      const answer = yield* send(port, "/fails", { headers: { "x-forwarded-for": "203.0.113.9" } });
      assert.strictEqual(answer.status, 500);
      assert.include(lines.join("\n"), "something is wrong");
      assert.notMatch(lines.join("\n"), /203\.0\.113|127\.0\.0\.1/);
    })
  );

  it.scoped("reports in one line that the port is in use", () =>
    Effect.gen(function* () {
      const port = yield* Effect.acquireRelease(
        Effect.async<{ readonly port: number; readonly close: () => void }>((resume) => {
          const other = createServer().listen(0, "127.0.0.1", () => {
            const address = other.address();
            const taken = typeof address === "object" && address !== null ? address.port : 0;
            resume(Effect.succeed({ port: taken, close: () => other.close() }));
          });
        }),
        ({ close }) => Effect.sync(close)
      );
      const failure = yield* Effect.flip(started<never>([], { port: port.port }));
      assert.strictEqual(
        failure.message,
        `Cannot listen on 127.0.0.1:${port.port}: another program uses this port; stop it or set PORT`
      );
      const ofMetrics = yield* Effect.flip(started<never>([], { port: port.port, portSetting: "METRICS_PORT" }));
      assert.match(ofMetrics.message, /; stop it or set METRICS_PORT$/);
    })
  );

  it.scopedLive(
    "aborts a body that does not arrive in time, read or not, unless it is streamed and progresses",
    () =>
      Effect.gen(function* () {
        const streamed: Route<never> = {
          methods: ["POST"],
          path: "/stream",
          origins: "any",
          handle: ({ stream }) =>
            Effect.promise(async () => {
              let size = 0;
              for await (const piece of stream.pieces) size += piece.length;
              return text(String(size));
            })
        };
        const { port } = yield* started([echo, streamed], { bodyTimeoutMs: 250 });
        // A busy machine has time to move it.
        const patient = yield* started([streamed], { bodyTimeoutMs: 2_000 });
        const slowly = (path: string, port: number, pause: number) =>
          Effect.async<string>((resume) => {
            const outgoing = request({ host: "127.0.0.1", port, path, method: "POST", agent: false });
            outgoing.setHeader("content-length", 5);
            outgoing.write("a");
            const drops = [..."bcde"];
            const drip = setInterval(() => {
              const drop = drops.shift();
              if (drop === undefined) return clearInterval(drip);
              outgoing.write(drop);
            }, pause);
            outgoing.once("error", () => {
              clearInterval(drip);
              resume(Effect.succeed("cut off"));
            });
            outgoing.once("response", (incoming) => {
              incoming.once("data", (chunk: Buffer) => resume(Effect.succeed(chunk.toString())));
              incoming.once("error", () => undefined);
            });
          });
        assert.strictEqual(yield* slowly("/echo", port, 100), "cut off");
        assert.strictEqual(yield* slowly("/stream", patient.port, 550), "5");
        const ended = yield* Effect.async<boolean>((resume) => {
          const socket = connect(port, "127.0.0.1");
          socket.write("POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n");
          socket.resume().once("close", () => resume(Effect.succeed(true)));
        });
        assert.isTrue(ended);
      }),
    { concurrent: true }
  );

  it.live(
    "closes once running requests have ended, and within about two seconds in any case",
    () =>
      Effect.gen(function* () {
        const entered = yield* Deferred.make<void>();
        const continueOnError = yield* Deferred.make<void>();
        const scope = yield* Scope.make();
        const route = get<never>("/slow", () =>
          Deferred.succeed(entered, undefined).pipe(
            Effect.zipRight(Deferred.await(continueOnError)),
            Effect.as(text("done"))
          )
        );
        const hanging = get<never>("/hanging", () => Effect.never);
        const { port } = yield* Effect.provideService(started([route, hanging]), Scope.Scope, scope);
        const running = yield* Effect.fork(send(port, "/slow"));
        const cutOff = yield* Effect.fork(Effect.exit(send(port, "/hanging")));
        yield* Deferred.await(entered);
        const before = performance.now();
        const closing = yield* Effect.fork(Scope.close(scope, Exit.void));
        yield* Effect.yieldNow();
        assert.isTrue(Exit.isFailure(yield* Effect.exit(send(port, "/slow"))));
        yield* Deferred.succeed(continueOnError, undefined);
        const answer = yield* Fiber.join(running);
        assert.deepStrictEqual([answer.text, answer.header("connection")], ["done", "close"]);
        yield* Fiber.join(closing);
        assert.isBelow(performance.now() - before, 2_900);
        assert.isTrue(Exit.isFailure(yield* Fiber.join(cutOff)));
      }),
    { concurrent: true }
  );
});
