import { join } from "node:path";
import { assert, describe, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Page } from "playwright-core";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import { oauthServer } from "../adapters/http/oauth/oauthServer.ts";
import { parameters, redirectUri, registered } from "../support/loginThrough.ts";
import { alice } from "../support/memoryService.ts";
import { axeFindings } from "../ui/axeFindings.ts";
import * as Browser from "./Browser.ts";
import { faintTexts } from "./faintTexts.ts";

const longName = "An app with a name that is as long as a name may be, which nobody would ever choose for theirs. Yes.";

const registerStranger = (origin: string) =>
  Effect.promise(async (): Promise<string> => {
    const answer = await fetch(`${origin}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: longName,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
        scope:
          "atproto repo:xyz.statusphere.status repo:app.bsky.feed.post?action=create&action=delete blob:image/* rpc:app.bsky.feed.getFeed?aud=did:web:api.example.com%23feed"
      })
    });
    return /"client_id":"([^"]+)"/.exec(await answer.text())?.[1] ?? assert.fail("no client was registered");
  });

/** Every page of a login, by name. */
const addresses = Effect.gen(function* () {
  const { port } = yield* HttpServerNode.HttpServerNode;
  const origin = `http://127.0.0.1:${port}`;
  const vouched = (yield* registered()).client.clientId;
  const stranger = yield* registerStranger(origin);
  const address = (client_id: string, more: Readonly<Record<string, string>> = {}) =>
    `${origin}/oauth/authorize?${new URLSearchParams({ ...parameters, client_id, ...more })}`;
  return {
    origin,
    pages: {
      handle: address(vouched),
      "wrong handle": address(vouched, { from: "form", login_hint: "nobody.test" }),
      "suggested handle": address(vouched, { from: "form", login_hint: "alice@test" }),
      "longest suggestion": address(vouched, {
        from: "form",
        login_hint: `${`${"a".repeat(60)}.`.repeat(4)}test, please`
      }),
      confirmation: address(stranger, { login_hint: alice.handle }),
      refusal: address("client_AAAAAAAAAAAAAAAAAAAAAA"),
      "other redirect": address(vouched, { redirect_uri: "https://client.example/other" })
    }
  };
});

const opened = (options: { readonly width: number; readonly colorScheme: "light" | "dark" }) =>
  Effect.gen(function* () {
    const { colorScheme, width } = options;
    const page = yield* Browser.openPage({ colorScheme, viewport: { width, height: 800 } });
    const elsewhere: Array<string> = [];
    const complaints: Array<string> = [];
    page.on("request", (request) => request.url().startsWith("http://127.0.0.1:") || elsewhere.push(request.url()));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && !/status of 400/.test(text)) complaints.push(text);
    });
    return { page, elsewhere, complaints };
  });

const overflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** Saves a screenshot of each page in the folder `SCREENSHOTS`, if it is set. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

describe.skipIf(Browser.chromiumPath === undefined)("the pages of a login in a browser", () => {
  layer(Layer.merge(oauthServer, Browser.layer), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    for (const width of [360, 768, 1440]) {
      for (const colorScheme of ["light", "dark"] as const) {
        it.scoped(`pass axe, fit ${width} pixels in ${colorScheme}, and load nothing from other hosts`, () =>
          Effect.gen(function* () {
            const { pages } = yield* addresses;
            const { complaints, elsewhere, page } = yield* opened({ width, colorScheme });
            yield* Effect.promise(async () => {
              for (const [name, address] of Object.entries(pages)) {
                await page.goto(address);
                for (const details of await page.locator("summary").all()) await details.click();
                assert.isAtMost(await overflow(page), 0, name);
                assert.strictEqual(await page.locator("h1").count(), 1, name);
                assert.deepStrictEqual([await axeFindings(page), await faintTexts(page)], [[], []], name);
                await picture(page, `${name.replaceAll(" ", "-")}-${width}-${colorScheme}`);
              }
            });
            assert.deepStrictEqual([elsewhere, complaints], [[], []]);
          })
        );
      }
    }

    /** Presses a button of the consent page by keyboard, and returns the URL that the browser is redirected to. */
    const answered = (button: string, destination: string) =>
      Effect.gen(function* () {
        const { pages } = yield* addresses;
        const { page } = yield* opened({ width: 360, colorScheme: "light" });
        return yield* Effect.promise(async () => {
          await page.goto(pages.confirmation);
          const sent = page.waitForRequest((request) => request.url().startsWith(destination));
          await page.getByRole("button", { name: button }).focus();
          await page.keyboard.press("Enter");
          return new URL((await sent).url());
        });
      });

    it.scoped("redirect a user who declines to the app", () =>
      Effect.gen(function* () {
        const { searchParams } = yield* answered("Cancel", redirectUri);
        assert.deepStrictEqual(
          [searchParams.get("error"), searchParams.get("state")],
          ["access_denied", parameters.state]
        );
      })
    );

    it.scoped("redirect a user who continues to the PDS", () =>
      Effect.gen(function* () {
        const { origin } = yield* answered("Continue to my server", "https://pds.example/");
        assert.strictEqual(origin, "https://pds.example");
      })
    );

    it.scoped("cannot be framed by another site", () =>
      Effect.gen(function* () {
        const { pages } = yield* addresses;
        const { page } = yield* opened({ width: 1280, colorScheme: "light" });
        const shown = yield* Effect.promise(async () => {
          await page.route("https://evil.example/", (route) =>
            route.fulfill({ contentType: "text/html", body: `<iframe src="${pages.confirmation}"></iframe>` })
          );
          await page.goto("https://evil.example/");
          const [, frame] = page.frames();
          await frame?.waitForLoadState();
          return frame?.getByText("Do you know this app?").count();
        });
        assert.strictEqual(shown, 0);
      })
    );
  });
});
