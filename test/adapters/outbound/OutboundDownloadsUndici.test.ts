import { gzipSync } from "node:zlib";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { LookupAll } from "../../../src/adapters/outbound/LookupAll.ts";
import { type DownloadOptions, layer } from "../../../src/adapters/outbound/OutboundDownloadsUndici.ts";
import { type DownloadRequest, OutboundDownloads } from "../../../src/domain/outbound/OutboundDownloads.ts";
import { scriptedServer } from "../../support/scriptedServer.ts";
import { longTimeouts } from "../../support/withShortTimeouts.ts";
import { forbiddenAddresses } from "./forbiddenAddresses.ts";
import { socketSpy } from "./socketSpy.ts";

const development: DownloadOptions = { allowLoopback: true };
const bounds = { maxBytes: 1_000_000, leastRate: 1_000, ...longTimeouts };

const download = (request: Partial<DownloadRequest> & { readonly url: string }, options = development) =>
  Effect.gen(function* () {
    const downloads = yield* OutboundDownloads;
    const { body, headers, status } = yield* downloads.open({ ...bounds, ...request });
    const bytes = yield* Stream.runFold(body, 0, (size, piece) => size + piece.length);
    return { bytes, headers, status };
  }).pipe(Effect.scoped, Effect.provide(layer(options)));

const reasonOf = (request: Partial<DownloadRequest> & { readonly url: string }, options?: DownloadOptions) =>
  Effect.match(download(request, options), { onFailure: ({ reason }) => reason, onSuccess: () => "answered" });

describe("a download", () => {
  it.scopedLive("returns the status, the headers and all bytes", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) =>
        response.writeHead(203, { "X-Kind": "large" }).end(Buffer.alloc(300_000))
      );
      const answer = yield* download({ url: server.url, headers: { accept: "application/vnd.ipld.car" } });
      assert.deepInclude(answer, { status: 203, bytes: 300_000 });
      assert.strictEqual(answer.headers["x-kind"], "large");
      assert.strictEqual(server.requests[0]?.headers.accept, "application/vnd.ipld.car");
      assert.strictEqual(server.requests[0]?.headers["accept-encoding"], "identity");
    })
  );

  it.scopedLive("fails on too many bytes, a redirect, or a compression that was not requested", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((request, response) => {
        if (request.url === "/large") return response.end(Buffer.alloc(1_000_001));
        if (request.url === "/away") return response.writeHead(302, { location: "http://169.254.169.254/" }).end();
        return response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(10_000_000)));
      });
      assert.strictEqual(yield* reasonOf({ url: `${server.url}/large` }), "too-large");
      assert.strictEqual(yield* reasonOf({ url: `${server.url}/away` }), "redirect-refused");
      assert.strictEqual(yield* reasonOf({ url: `${server.url}/packed` }), "malformed");
    })
  );

  it.scopedLive("fails when it is too slow, stalls, or takes too long", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((request, response) => {
        if (request.url === "/silent") return;
        response.write("first");
        if (request.url === "/stops") return;
        const drip = setInterval(() => response.write(request.url === "/drips" ? "x" : Buffer.alloc(5_000)), 20);
        response.on("close", () => clearInterval(drip));
      });
      const impatient = { headersWithin: 300, completeWithin: 1_000 };
      const paths = ["/silent", "/stops", "/drips", "/endless"];
      const reason = (path: string) =>
        reasonOf({ url: `${server.url}${path}`, ...impatient }, { ...development, patience: 200 });
      const reasons = yield* Effect.forEach(paths, reason, { concurrency: "unbounded" });
      assert.deepStrictEqual(
        reasons,
        paths.map(() => "timeout")
      );
    })
  );

  it.scopedLive("that is truncated fails", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((request, response) => {
        response.writeHead(200, request.url === "/told" ? { "content-length": "1000" } : {}).write("half");
        setTimeout(() => response.destroy(), 20);
      });
      assert.strictEqual(yield* reasonOf({ url: `${server.url}/told` }), "unreachable");
      assert.strictEqual(yield* reasonOf({ url: `${server.url}/chunked` }), "unreachable");
    })
  );

  it.scopedLive("opens no socket to any address that is not public", () =>
    Effect.gen(function* () {
      const spy = yield* socketSpy;
      const lookup: LookupAll = (_, answer) => answer(null, [{ address: "127.0.0.1", family: 4 }]);
      const hasScheme = /^\s*(?:[a-z]+[\s\S]*:(?!\d)|\/\/)/i;
      const downloads = yield* OutboundDownloads.pipe(Effect.provide(layer({ allowLoopback: false, lookup })));
      for (const entry of Object.values(forbiddenAddresses).flat()) {
        const url = hasScheme.test(entry) && !entry.startsWith("[") ? entry : `https://${entry}/`;
        const { reason } = yield* Effect.flip(downloads.open({ ...bounds, url }));
        assert.include(["address-refused", "malformed"], reason, url);
      }
      assert.deepStrictEqual(spy, { sockets: 0, dialled: [] });
    })
  );
});
