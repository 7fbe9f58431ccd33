import { existsSync } from "node:fs";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type BrowserContextOptions, type Browser as Chromium, chromium, type Page } from "playwright-core";

/** The Chromium installed on the system. */
export class Browser extends Context.Tag("test/browser/Browser")<Browser, Chromium>() {}

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
];

/** The path of an installed Chromium; undefined if there is none, and then the suites that need it are skipped. */
export const chromiumPath = usualPlaces.find((path) => existsSync(path));

const quietly = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"];

/** Requires `chromiumPath`. `more` are further arguments. */
export const layerWith = (more: ReadonlyArray<string>) =>
  Layer.scoped(
    Browser,
    Effect.acquireRelease(
      Effect.promise(() =>
        chromium.launch({
          ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
          args: ["--no-sandbox", "--disable-gpu", "--disable-sync", ...quietly, ...more]
        })
      ),
      (browser) => Effect.promise(() => browser.close())
    )
  );

export const layer = layerWith([]);

/** Opens a page in a profile of its own, closed with the scope. A script error in the page is a defect. */
export const openPage = (options: BrowserContextOptions = {}) =>
  Effect.gen(function* () {
    const browser = yield* Browser;
    const context = yield* Effect.acquireRelease(
      Effect.promise(() => browser.newContext(options)),
      (opened) => Effect.promise(() => opened.close())
    );
    const page: Page = yield* Effect.promise(() => context.newPage());
    const errors: Array<Error> = [];
    page.on("pageerror", (error) => errors.push(error));
    yield* Effect.addFinalizer(() => (errors[0] === undefined ? Effect.void : Effect.die(errors[0])));
    page.setDefaultTimeout(15_000);
    return page;
  });
