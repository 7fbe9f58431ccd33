import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { assert, describe, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import type { LookupAll } from "../../../src/adapters/outbound/LookupAll.ts";
import { layer, type OutboundOptions } from "../../../src/adapters/outbound/OutboundHttpUndici.ts";
import { OutboundHttp, type OutboundRequest } from "../../../src/domain/outbound/OutboundHttp.ts";
import { scriptedServer } from "../../support/scriptedServer.ts";
import { longTimeouts } from "../../support/withShortTimeouts.ts";

const development: OutboundOptions = { allowLoopback: true, ...longTimeouts };
const impatient: OutboundOptions = { allowLoopback: true, headersWithin: 200, completeWithin: 400 };

const send = (request: Partial<OutboundRequest> & { readonly url: string }, options: OutboundOptions = development) =>
  Effect.gen(function* () {
    const http = yield* OutboundHttp;
    return yield* http.send({ method: "GET", ...request });
  }).pipe(Effect.provide(layer(options)));

const reasonOf = (request: Partial<OutboundRequest> & { readonly url: string }, options?: OutboundOptions) =>
  Effect.match(send(request, options), { onFailure: ({ reason }) => reason, onSuccess: () => "answered" });

const resolver = (...answers: ReadonlyArray<ReadonlyArray<string>>) => {
  const asked: Array<string> = [];
  const lookup: LookupAll = (host, answer) => {
    const addresses = answers[asked.length] ?? [];
    asked.push(host);
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    );
  };
  return { asked, lookup };
};

describe("a response", () => {
  it.scopedLive("has its status, its headers in lower case and its text", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) =>
        response.writeHead(418, { "X-Tea": "grün" }).end("Tee: ☕")
      );
      const answer = yield* send({ url: `${server.url}/pot?x=1`, headers: { accept: "text/plain" } });
      assert.deepInclude(answer, { status: 418, body: "Tee: ☕" });
      assert.include(Object.keys(answer.headers), "x-tea");
      assert.deepInclude(server.requests[0], { method: "GET", path: "/pot?x=1" });
      assert.strictEqual(server.requests[0]?.headers.accept, "text/plain");
      assert.isUndefined(server.requests[0]?.headers.cookie);
    })
  );

  it.scopedLive("is decompressed", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("words"))
      );
      assert.strictEqual((yield* send({ url: server.url })).body, "words");
    })
  );

  it.scopedLive("is returned for posted bytes and posted text", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((request, response) => response.end(request.text));
      const bytes = new TextEncoder().encode("bytes");
      assert.strictEqual((yield* send({ method: "POST", url: server.url, body: bytes })).body, "bytes");
      assert.strictEqual((yield* send({ method: "POST", url: server.url, body: "text" })).body, "text");
    })
  );
});

describe("a streamed body", () => {
  const chunks = async function* (count: number) {
    for (let sent = 0; sent < count; sent += 1) yield new Uint8Array(65_536);
  };

  it.scopedLive(
    "does not make the server close the connection after an early response, and is not followed on it",
    () =>
      Effect.gen(function* () {
        const ports = new Set<number | undefined>();
        const server = createServer((request, response) => {
          ports.add(request.socket.remotePort);
          // With `Connection: close`, Node.js would reset the connection while the client still writes.
          request.once("data", () => response.writeHead(413).end(String(request.headers.connection)));
        });
        yield* Effect.acquireRelease(
          Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
          () => Effect.sync(() => server.close())
        );
        const address = server.address();
        const port = typeof address === "object" ? address?.port : undefined;
        const http = yield* OutboundHttp;
        const upload = http.send({ method: "POST", url: `http://127.0.0.1:${port}/`, body: chunks(40) });
        for (const answer of [
          yield* upload,
          yield* http.send({ method: "POST", url: `http://127.0.0.1:${port}/`, body: chunks(1) })
        ])
          assert.deepInclude(answer, { status: 413, body: "keep-alive" });
        assert.strictEqual(ports.size, 2);
      }).pipe(Effect.provide(layer(development)))
  );
});

describe("limits (SS-05, SS-07)", () => {
  const megabytes = "x".repeat(5_000_000);

  it.scopedLive("abort a body of 5 MB, also one that is small until it is decompressed", () =>
    Effect.gen(function* () {
      const plain = yield* scriptedServer((_, response) => response.end(megabytes));
      assert.strictEqual(yield* reasonOf({ url: plain.url }), "too-large");
      const bomb = yield* scriptedServer((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(megabytes))
      );
      assert.strictEqual(yield* reasonOf({ url: bomb.url }), "too-large");
    })
  );

  it.scopedLive("can be raised by the caller", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) => response.end("x".repeat(100_000)));
      assert.lengthOf((yield* send({ url: server.url, maxBytes: 100_000 })).body, 100_000);
    })
  );

  it.scopedLive("abort a wait for headers, and a body that trickles in", () =>
    Effect.gen(function* () {
      const silent = yield* scriptedServer(() => {});
      assert.strictEqual(yield* reasonOf({ url: silent.url }, impatient), "timeout");
      const dripping = yield* scriptedServer((_, response) => {
        response.writeHead(200).write("x");
        const drip = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(drip));
      });
      assert.strictEqual(yield* reasonOf({ url: dripping.url }, impatient), "timeout");
      const mustNotStop = Effect.uninterruptible(reasonOf({ url: dripping.url }, impatient));
      assert.strictEqual(yield* mustNotStop, "timeout");
    })
  );

  it.scopedLive("abort endless headers, and headers that trickle in", () =>
    Effect.gen(function* () {
      const endless = yield* scriptedServer((_, response) => {
        response.socket?.write(`HTTP/1.1 200 OK\r\n${`x-header: ${"x".repeat(1_000)}\r\n`.repeat(100)}`);
      });
      assert.strictEqual(yield* reasonOf({ url: endless.url }), "too-large");
      const dripping = yield* scriptedServer((_, response) => {
        response.socket?.write("HTTP/1.1 200 OK\r\n");
        const drip = setInterval(() => response.socket?.write("x: y\r\n"), 20);
        response.on("close", () => clearInterval(drip));
      });
      assert.strictEqual(yield* reasonOf({ url: dripping.url }, impatient), "timeout");
    })
  );

  it.scopedLive("close an idle connection, even if its server asks to keep it open for longer", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>();
      const server = yield* scriptedServer((request, response) => {
        request.socket.once("close", () => Effect.runSync(Deferred.succeed(closed, undefined)));
        response.writeHead(200, { "keep-alive": "timeout=600" }).end("kept");
      });
      yield* Effect.gen(function* () {
        const http = yield* OutboundHttp;
        assert.strictEqual((yield* http.send({ method: "GET", url: server.url })).body, "kept");
        yield* Effect.timeout(Deferred.await(closed), "10 seconds");
      }).pipe(Effect.provide(layer({ ...development, idleWithin: 100 })));
    })
  );

  it.scopedLive("refuse redirects by default, and follow up to the caller's limit, each checked", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((request, response) => {
        const step = Number(request.url?.slice(1));
        if (step === 0) return response.end("arrived");
        return response.writeHead(302, { location: step === 9 ? "https://10.0.0.1/" : `/${step - 1}` }).end();
      });
      assert.strictEqual(yield* reasonOf({ url: `${server.url}/1` }), "redirect-refused");
      assert.strictEqual((yield* send({ url: `${server.url}/3`, redirects: 3 })).body, "arrived");
      assert.strictEqual(yield* reasonOf({ url: `${server.url}/4`, redirects: 3 }), "redirect-refused");
      assert.strictEqual(yield* reasonOf({ url: `${server.url}/9`, redirects: 3 }), "address-refused");
    })
  );
});

describe("nothing of this machine is sent (SS-08)", () => {
  it.scopedLive("no request uses a proxy of the environment or an earlier cookie", () =>
    Effect.gen(function* () {
      const proxy = yield* scriptedServer((_, response) => response.end("by the proxy"));
      const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "NODE_USE_ENV_PROXY"];
      const before = { ...process.env };
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          for (const name of names) process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : proxy.url;
        }),
        () =>
          Effect.sync(() => {
            for (const name of names) delete process.env[name];
            Object.assign(process.env, before);
          })
      );
      const server = yield* scriptedServer((_, response) => response.setHeader("set-cookie", "a=b").end("direct"));
      const http = yield* OutboundHttp;
      for (const _ of [1, 2]) {
        assert.strictEqual((yield* http.send({ method: "GET", url: server.url })).body, "direct");
      }
      for (const { headers } of server.requests) {
        assert.sameMembers(Object.keys(headers), ["host", "connection", "user-agent", "accept-encoding"]);
      }
    }).pipe(Effect.provide(layer(development)))
  );
});

describe("redirects (SS-05)", () => {
  it.scopedLive("forward no header except Accept, and are not followed for a POST", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((request, response) =>
        request.url === "/there" ? response.end("there") : response.writeHead(307, { location: "/there" }).end()
      );
      const headers = { accept: "text/plain", authorization: "DPoP token", cookie: "a=b", dpop: "proof" };
      assert.strictEqual((yield* send({ url: server.url, headers, redirects: 1 })).body, "there");
      const [, second] = server.requests;
      assert.strictEqual(second?.headers.accept, "text/plain");
      for (const name of ["authorization", "cookie", "dpop"]) assert.notProperty(second?.headers, name);
      const posted = { method: "POST", url: server.url, redirects: 1 } as const;
      assert.strictEqual(yield* reasonOf(posted), "redirect-refused");
      assert.strictEqual(yield* reasonOf({ ...posted, body: "form" }), "redirect-refused");
      assert.lengthOf(server.requests, 4);
    })
  );
});

describe("concurrent requests (SS-09)", () => {
  const limiter = { perHost: 2, total: 3, waiting: 2 };
  const options: OutboundOptions = { allowLoopback: true, limiter };

  it.scopedLive("to one host wait for each other, and leave capacity for other hosts", () =>
    Effect.gen(function* () {
      const slow = yield* scriptedServer(() => {});
      const quick = yield* scriptedServer((_, response) => response.end("quick"));
      const http = yield* OutboundHttp;
      const reason = (completeWithin: number) =>
        Effect.map(Effect.flip(http.send({ method: "GET", url: slow.url, completeWithin })), (failed) => failed.reason);
      const many = (count: number, completeWithin: number) =>
        Effect.fork(
          Effect.all(
            Array.from({ length: count }, () => reason(completeWithin)),
            { concurrency: "unbounded" }
          )
        );
      const first = yield* many(2, 600);
      yield* Effect.yieldNow();
      const more = yield* many(3, 200);
      const other = { method: "GET", url: `http://127.0.0.1:${quick.port}/` } as const;
      assert.strictEqual((yield* http.send(other)).body, "quick");
      assert.deepStrictEqual(yield* Fiber.join(more), ["busy", "busy", "busy"]);
      assert.deepStrictEqual(yield* Fiber.join(first), ["timeout", "timeout"]);
      assert.strictEqual(slow.connections(), 2);
      assert.strictEqual(yield* reason(100), "timeout");
    }).pipe(Effect.provide(layer(options)))
  );

  it.scopedLive("to a slow host exhaust its capacity, and not that of others", () =>
    Effect.gen(function* () {
      const slow = yield* scriptedServer(() => {});
      const quick = yield* scriptedServer((_, response) => response.end("quick"));
      const http = yield* OutboundHttp;
      const reason = Effect.map(
        Effect.flip(http.send({ method: "GET", url: slow.url, completeWithin: 300 })),
        (failed) => failed.reason
      );
      const many = yield* Effect.fork(
        Effect.all(
          Array.from({ length: 100 }, () => reason),
          { concurrency: "unbounded" }
        )
      );
      yield* Effect.yieldNow();
      const other = { method: "GET", url: `http://127.0.0.1:${quick.port}/` } as const;
      assert.strictEqual((yield* http.send(other)).body, "quick");
      const reasons = yield* Fiber.join(many);
      assert.isAtLeast(reasons.filter((each) => each === "busy").length, 96);
    }).pipe(Effect.provide(layer(options)))
  );

  it.scopedLive("that wait are all executed", () =>
    Effect.gen(function* () {
      let most = 0;
      let now = 0;
      const server = yield* scriptedServer((_, response) => {
        now += 1;
        most = Math.max(most, now);
        setTimeout(() => {
          now -= 1;
          response.end("done");
        }, 5);
      });
      const http = yield* OutboundHttp;
      const requests = Array.from({ length: 40 }, () => http.send({ method: "GET", url: server.url }));
      assert.lengthOf(yield* Effect.all(requests, { concurrency: "unbounded" }), 40);
      assert.strictEqual(most, 2);
    }).pipe(Effect.provide(layer({ ...options, ...longTimeouts, limiter: { ...limiter, waiting: 50 } })))
  );
});

describe("a failed request", () => {
  it.scopedLive("is distinguished by its reason", () =>
    Effect.gen(function* () {
      const broken = yield* scriptedServer((_, response) => response.socket?.end("NONSENSE\r\n\r\n"));
      assert.strictEqual(yield* reasonOf({ url: broken.url }), "malformed");
      const binary = yield* scriptedServer((_, response) => response.end(Buffer.from([0xc3, 0x28])));
      assert.strictEqual(yield* reasonOf({ url: binary.url }), "malformed");
      const encoded = yield* scriptedServer((_, response) =>
        response.writeHead(200, { "content-encoding": "zstd-9" }).end("x")
      );
      assert.strictEqual(yield* reasonOf({ url: encoded.url }), "malformed");
      const cut = yield* scriptedServer((_, response) => response.socket?.destroy());
      assert.strictEqual(yield* reasonOf({ url: cut.url }), "unreachable");
      assert.strictEqual(yield* reasonOf({ url: "no address" }), "malformed");
    })
  );

  it.scopedLive("names the host, but no part of the path", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(send({ url: "https://10.0.0.1/secret?token=1" }));
      assert.strictEqual(failure.host, "10.0.0.1");
      assert.notInclude(JSON.stringify(failure), "secret");
    })
  );

  it.scopedLive("is reported as unreachable if nothing listens or the name is unknown", () =>
    Effect.gen(function* () {
      const gone = yield* Effect.scoped(scriptedServer(() => {}));
      assert.strictEqual(yield* reasonOf({ url: gone.url }), "unreachable");
      const lookup: LookupAll = (_, answer) => answer(Object.assign(new Error(), { code: "ENOTFOUND" }), []);
      assert.strictEqual(
        yield* reasonOf({ url: "https://nobody.example.com/" }, { ...development, lookup }),
        "unreachable"
      );
    })
  );
});

describe("names (SS-03, SS-04)", () => {
  for (const addresses of [
    ["10.0.0.1"],
    ["93.184.216.34", "10.0.0.1"],
    ["2606:2800:220:1::", "fd00::1"],
    ["127.0.0.1"],
    []
  ]) {
    it.scopedLive(`that resolve to [${addresses}] are refused`, () =>
      Effect.gen(function* () {
        const { lookup } = resolver(addresses);
        const reason = yield* reasonOf({ url: "https://pds.example.com/" }, { allowLoopback: false, lookup });
        assert.strictEqual(reason, "address-refused");
      })
    );
  }

  it.scopedLive("are resolved once, and the checked address is the one that is connected to", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) => response.end("here"));
      const { asked, lookup } = resolver(["127.0.0.1"], ["10.0.0.1"]);
      const url = `http://rebinding.localhost:${server.port}/`;
      assert.strictEqual((yield* send({ url }, { ...development, lookup })).body, "here");
      assert.deepStrictEqual(asked, ["rebinding.localhost"]);
      assert.strictEqual(server.connections(), 1);
    })
  );
});
