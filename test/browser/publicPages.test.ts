import { join } from "node:path";
import { assert, describe, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import { brandServer } from "../adapters/http/brand/brandServer.ts";
import { axeFindings } from "../ui/axeFindings.ts";
import * as Browser from "./Browser.ts";
import { faintTexts } from "./faintTexts.ts";

const pages = { landing: "/", "not-found": "/no/such/page" };

const suite = () =>
  layer(Layer.merge(brandServer, Browser.layer), { excludeTestServices: true, timeout: "60 seconds" })(
    "the pages for everybody in a browser",
    (it) => {
      for (const colorScheme of ["light", "dark"] as const) {
        it.scoped(`pass axe, are readable, and fit their window, ${colorScheme}`, () =>
          Effect.gen(function* () {
            const { port } = yield* HttpServerNode.HttpServerNode;
            const page = yield* Browser.openPage({ colorScheme, bypassCSP: true });
            const wrong: Array<string> = [];
            yield* Effect.promise(async () => {
              for (const [name, path] of Object.entries(pages)) {
                for (const width of [360, 768, 1440]) {
                  await page.setViewportSize({ width, height: 800 });
                  await page.goto(`http://127.0.0.1:${port}${path}`);
                  const found = [...(await axeFindings(page)), ...(await faintTexts(page))];
                  if (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) found.push("too wide");
                  wrong.push(...found.map((finding) => `${name} at ${width}: ${finding}`));
                  const folder = process.env.SCREENSHOTS;
                  if (folder !== undefined)
                    await page.screenshot({
                      path: join(folder, `${name}-${width}-${colorScheme}.png`),
                      fullPage: true
                    });
                }
              }
            });
            assert.deepStrictEqual(wrong, []);
          })
        );
      }
    }
  );

describe.skipIf(Browser.chromiumPath === undefined)("with Chromium", suite);
