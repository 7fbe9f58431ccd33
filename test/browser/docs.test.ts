import { assert, describe, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Page } from "playwright-core";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import { docsServer } from "../adapters/http/docs/docsServer.ts";
import { axeFindings } from "../ui/axeFindings.ts";
import * as Browser from "./Browser.ts";

const widths = [360, 768, 1440];
const pages = [
  "/docs",
  "/docs/guides/react-login",
  "/docs/guides/verify-the-log",
  "/docs/apps",
  "/docs/commands",
  "/docs/reference/admin-api",
  "/docs/reference/events",
  "/docs/no/such/page"
];

const faultsAt = async (page: Page, place: string): Promise<ReadonlyArray<string>> => {
  const found = (await axeFindings(page)).map((finding) => `${place}: ${finding}`);
  const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  return isWide ? [...found, `${place}: wider than the window`] : found;
};

const suite = () =>
  layer(Layer.merge(docsServer, Browser.layer), { excludeTestServices: true, timeout: "60 seconds" })(
    "the documentation in a browser",
    (it) => {
      for (const colorScheme of ["light", "dark"] as const) {
        it.effect(
          `passes axe and fits its window, ${colorScheme}`,
          () =>
            Effect.gen(function* () {
              const { port } = yield* HttpServerNode.HttpServerNode;
              const browser = yield* Browser.Browser;
              const faults = yield* Effect.promise(async () => {
                const context = await browser.newContext({ colorScheme, bypassCSP: true });
                const page = await context.newPage();
                const found: Array<string> = [];
                for (const path of pages) {
                  await page.goto(`http://127.0.0.1:${port}${path}`);
                  for (const width of widths) {
                    await page.setViewportSize({ width, height: 800 });
                    found.push(...(await faultsAt(page, `${path} at ${width}`)));
                  }
                }
                await page.keyboard.press("/");
                await page.keyboard.type("checkpoint");
                await page.getByRole("option").first().waitFor();
                for (const width of widths) {
                  await page.setViewportSize({ width, height: 800 });
                  found.push(...(await faultsAt(page, `the search at ${width}`)));
                }
                await context.close();
                return found;
              });
              assert.deepStrictEqual(faults, []);
            }),
          120_000
        );
      }

      it.effect(
        "is searched with the keyboard, under its content security policy",
        () =>
          Effect.gen(function* () {
            const { port } = yield* HttpServerNode.HttpServerNode;
            const browser = yield* Browser.Browser;
            const { problems, url, title } = yield* Effect.promise(async () => {
              const page = await browser.newPage();
              const refused: Array<string> = [];
              page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
              await page.goto(`http://127.0.0.1:${port}/docs`);
              await page.keyboard.press("Control+k");
              await page.keyboard.type("upload an image");
              await page.getByRole("option", { name: /^Upload an image/ }).waitFor();
              await page.keyboard.press("Enter");
              await page.getByRole("heading", { level: 1, name: "Upload an image" }).waitFor();
              const shown = { problems: refused, url: page.url(), title: await page.title() };
              await page.close();
              return shown;
            });
            assert.deepStrictEqual(problems, []);
            assert.match(url, /\/docs\/guides\/upload-an-image$/);
            assert.include(title, "Upload an image");
          }),
        60_000
      );
    }
  );

describe.skipIf(Browser.chromiumPath === undefined)("with Chromium", suite);
