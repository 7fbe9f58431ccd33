import { assert, describe, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { fontPath } from "../../src/adapters/http/brand/brandFiles.ts";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import { brandServer } from "../adapters/http/brand/brandServer.ts";
import * as Browser from "./Browser.ts";

/** Sums what has moved since the page was opened (Layout Instability). */
const movement = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum), 0)));
})`;

const suite = () =>
  layer(Layer.merge(brandServer, Browser.layer), { excludeTestServices: true, timeout: "60 seconds" })(
    "the typeface in a browser",
    (it) => {
      for (const path of ["/", "/docs/apps"]) {
        it.scoped(`hardly moves anything when it arrives late, on ${path}`, () =>
          Effect.gen(function* () {
            const { port } = yield* HttpServerNode.HttpServerNode;
            const page = yield* Browser.openPage({ viewport: { width: 768, height: 900 }, bypassCSP: true });
            const measured = yield* Effect.promise(async () => {
              const fontRequest = Promise.withResolvers<void>();
              const isPainted = Promise.withResolvers<void>();
              await page.route(`**${fontPath}`, async (route) => {
                fontRequest.resolve();
                await isPainted.promise;
                await route.continue();
              });
              await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: "domcontentloaded" });
              await fontRequest.promise;
              await page.evaluate(
                "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
              );
              const heightBefore = await page.evaluate("document.documentElement.scrollHeight");
              isPainted.resolve();
              await page.evaluate("document.fonts.ready.then(() => {})");
              const isUsed = await page.evaluate(`document.fonts.check('500 16px "Inter"')`);
              const heightAfter = await page.evaluate("document.documentElement.scrollHeight");
              return { heightBefore, heightAfter, isUsed, moved: await page.evaluate(movement) };
            });
            assert.isTrue(measured.isUsed);
            assert.isBelow(Number(measured.moved), 0.05, JSON.stringify(measured));
          })
        );
      }
    }
  );

describe.skipIf(Browser.chromiumPath === undefined)("with Chromium", suite);
