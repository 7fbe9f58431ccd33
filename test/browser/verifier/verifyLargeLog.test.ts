import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type { Browser as Chromium } from "playwright-core";
import type { VerifierMessage } from "../../../ui/src/verifier/messages.ts";
import * as Browser from "../Browser.ts";
import { type LargeLog, largeLog } from "./largeLog.ts";

const assets = new URL("../../../ui/dist/assets/", import.meta.url);
const worker = readdirSync(assets).find((name) => name.startsWith("verifier.worker")) ?? "";

const size = 100_000;

/** Megabytes that the process of the page may grow by: 92 for 50,000 events, and as many for 200,000 (of 150 MB). */
const maxGrowth = 130;

/** With little room, V8 collects garbage before it asks for more memory. */
const smallHeap = "--js-flags=--max-old-space-size=48 --max-semi-space-size=2";

/** The page, the worker and the log, where a service has them. */
const respond = async (log: LargeLog, path: string, response: ServerResponse): Promise<void> => {
  if (path === "/admin/audit.ndjson") return await pipeline(Readable.from(log.chunks), response);
  if (path.startsWith("/assets/")) {
    response.setHeader("content-type", "text/javascript");
    response.end(readFileSync(new URL(path.slice("/assets/".length), assets)));
  } else if (path === "/log/key") response.end(`${log.key}\n`);
  else if (path === "/log/checkpoint") response.end(log.checkpoint);
  else response.setHeader("content-type", "text/html").end("<!doctype html><title>Verifier</title>");
};

const serve = Effect.fnUntraced(function* (log: LargeLog) {
  const server = createServer((request, response) => {
    respond(log, request.url ?? "/", response).catch(() => response.destroy());
  });
  yield* Effect.acquireRelease(
    Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
    () => Effect.sync(() => server.close().closeAllConnections())
  );
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
});

/** Returns the most memory that a process of a page has had, in megabytes (Linux only). */
const peakMemory = async (browser: Chromium): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const peaks = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]) / 1024);
  return Math.max(...peaks);
};

const run = `new Promise((resolve) => {
  const worker = new Worker("/assets/${worker}", { type: "module" });
  const progress = [];
  worker.onmessage = ({ data }) => (data._tag === "Progress" ? progress.push(data.checked) : resolve({ progress, message: data }));
  worker.postMessage({ kept: [] });
})`;

interface Ran {
  readonly progress: ReadonlyArray<number>;
  readonly message: VerifierMessage;
}

describe.skipIf(Browser.chromiumPath === undefined || process.platform !== "linux")("a log of 100,000 events", () => {
  it.scoped(
    "is verified in Chromium as it arrives: at thousands of events a second, in memory that does not grow with it",
    () =>
      Effect.gen(function* () {
        const log = largeLog(size);
        const url = yield* serve(log);
        const page = yield* Browser.openPage();
        const browser = yield* Browser.Browser;
        page.setDefaultTimeout(100_000);
        yield* Effect.promise(() => page.goto(url));
        const before = yield* Effect.promise(() => peakMemory(browser));
        const start = performance.now();
        const { message, progress } = yield* Effect.promise(() => page.evaluate<Ran>(run));
        const seconds = (performance.now() - start) / 1000;
        const growth = (yield* Effect.promise(() => peakMemory(browser))) - before;
        const megabytes = log.chunks.reduce((sum, { length }) => sum + length, 0) / 1024 / 1024;
        const rate = Math.round(size / seconds);
        process.stderr.write(
          `${size} events, ${megabytes.toFixed(0)} MB: ${seconds.toFixed(1)} s, ${rate} a second, ${growth.toFixed(0)} MB more memory\n`
        );
        assert.strictEqual(message._tag, "Finished");
        if (message._tag !== "Finished") return;
        const { checked, fault, personal, streams } = message.outcome;
        assert.deepStrictEqual(
          { checked, fault, personal, streams },
          { checked: size, fault: null, personal: size, streams: size / 5 }
        );
        assert.isAbove(progress.length, 3);
        assert.isBelow(growth, maxGrowth);
        // It is about 15,000 on a quiet machine.
        assert.isAbove(rate, 1_000);
      }).pipe(Effect.provide(Browser.layerWith([smallHeap]))),
    120_000
  );
});
