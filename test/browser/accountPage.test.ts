import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { assert, describe, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import type { Page } from "playwright-core";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import { openAccountSession } from "../../src/application/account/personSession.ts";
import { endAuthorizationAndRevoke } from "../../src/application/authorizations/endAuthorization.ts";
import { exchangeAuthorizationCode } from "../../src/application/token/exchangeAuthorizationCode.ts";
import { GrantedAuthorizations } from "../../src/domain/authorization/GrantedAuthorizations.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import * as service from "../../src/main/memoryService.ts";
import { serverAt } from "../adapters/http/account/accountServer.ts";
import { approved, codeVerifier, publicClient, redirectUri, registered } from "../support/loginThrough.ts";
import { alice, bob } from "../support/memoryService.ts";
import * as Browser from "./Browser.ts";
import { faintTexts } from "./faintTexts.ts";

/** Over plain HTTP the cookie has no prefix, and the browser sends it to every port. */
const address = "http://127.0.0.1:8080";

const server = serverAt(address, service.memoryService({ publicUrl: address, accounts: [alice, bob] }));

const axe = Effect.promise(() => readFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8"));

/** Returns all findings of axe. It runs in a separate context, because the page allows no script. */
const findings = async (page: Page, script: string): Promise<ReadonlyArray<string>> => {
  await page.evaluate(script);
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(", ")))`);
};

const overflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** Saves a screenshot of each page in the folder `SCREENSHOTS`, if it is set. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

const longName = "An app with a name that is as long as a name may be, which nobody would ever choose for theirs. Yes.";

/** Signs a user in to an app of the given name. */
const signInTo = (name: string, account: typeof alice) =>
  Effect.gen(function* () {
    const { client } = yield* registered({ ...publicClient, name });
    const { code } = yield* approved(client.clientId, account);
    yield* exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: "thumbprint" });
  });

const endNewest = (did: string, reason: "revoked-by-client" | "refresh-token-reused") =>
  Effect.gen(function* () {
    const granted = yield* GrantedAuthorizations;
    const [newest] = yield* granted.page({ did, clientId: null, state: "active", now: Date.now() }, null, 1);
    const authorizationId = newest?.authorizationId ?? assert.fail("nothing is going on");
    yield* endAuthorizationAndRevoke({ authorizationId, reason, actor: { type: "system", id: null } });
  });

/** Opens a browser in which a user is signed in. */
const opened = (account: typeof alice, options: { readonly width: number; readonly colorScheme: "light" | "dark" }) =>
  Effect.gen(function* () {
    const { port } = yield* HttpServerNode.HttpServerNode;
    const index = yield* RecordIndex;
    yield* index.putActor({ did: account.did, handle: account.handle, pds: "https://pds.example" });
    const { session } = yield* openAccountSession(account.did);
    const origin = `http://127.0.0.1:${port}`;
    const { colorScheme, width } = options;
    const page = yield* Browser.openPage({ colorScheme, viewport: { width, height: 800 } });
    const complaints: Array<string> = [];
    page.on("request", (request) => request.url().startsWith(origin) || complaints.push(request.url()));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && !/status of 4/.test(text)) complaints.push(text);
    });
    yield* Effect.promise(() =>
      page.context().addCookies([{ name: "tidemark-account", value: Redacted.value(session), url: origin }])
    );
    return { page, origin, complaints };
  });

describe.skipIf(Browser.chromiumPath === undefined)("the page of a user's sign-ins in a browser", () => {
  layer(Layer.merge(server, Browser.layer), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.scoped("ends one sign-in and then all by keyboard, and confirms each", () =>
      Effect.gen(function* () {
        for (const name of ["Notes", "Photos", "Maps"]) yield* signInTo(name, bob);
        const { complaints, origin, page } = yield* opened(bob, { width: 360, colorScheme: "light" });
        yield* Effect.promise(async () => {
          await page.goto(`${origin}/account`);
          await page.getByRole("button", { name: /^End the sign-in to Photos/ }).focus();
          await page.keyboard.press("Enter");
          await page.getByRole("status").waitFor();
          assert.strictEqual(await page.getByRole("status").textContent(), "The sign-in to Photos has ended.");
          const left = page.getByRole("button", { name: /^End the sign-in/ });
          assert.strictEqual(await left.count(), 2);
          await page.getByRole("button", { name: "End all" }).press("Enter");
          await page.getByText("All sign-ins have ended.").waitFor();
          assert.strictEqual(await left.count(), 0);
          const ended = page.getByRole("region", { name: "Why was I logged out?" });
          assert.strictEqual(await ended.getByText("The user ended this sign-in.").count(), 3);
          await page.getByRole("button", { name: "Sign out of this page" }).press("Enter");
          await page.getByLabel("Your handle").waitFor();
          assert.strictEqual(await page.evaluate("document.activeElement.id"), "account");
        });
        assert.deepStrictEqual(complaints, []);
      })
    );

    for (const width of [360, 768, 1440]) {
      for (const colorScheme of ["light", "dark"] as const) {
        it.scoped(`passes axe, is readable, and fits ${width} pixels in ${colorScheme}`, () =>
          Effect.gen(function* () {
            const script = yield* axe;
            const { complaints, origin, page } = yield* opened(alice, { width, colorScheme });
            const look = async (name: string): Promise<void> => {
              assert.isAtMost(await overflow(page), 0, name);
              assert.strictEqual(await page.locator("h1").count(), 1, name);
              assert.deepStrictEqual([await findings(page, script), await faintTexts(page)], [[], []], name);
              await picture(page, `account-${name}-${width}-${colorScheme}`);
            };
            yield* Effect.promise(async () => {
              await page.goto(`${origin}/account`);
              await look("before");
            });
            for (const name of ["Notes", "Photos", longName, "Maps"]) yield* signInTo(name, alice);
            yield* endNewest(alice.did, "refresh-token-reused");
            yield* Effect.promise(async () => {
              await page.goto(`${origin}/account?problem=not-going-on`);
              await look("list");
              await page.getByRole("button", { name: /^End the sign-in to Notes/ }).click();
              await page.getByRole("status").waitFor();
              await look("ended");
              await page.getByRole("button", { name: "End all" }).click();
              await page.getByText("All sign-ins have ended.").waitFor();
              await page.context().clearCookies();
              await page.goto(`${origin}/account`);
              await look("form");
              await page.getByLabel("Your handle").fill("nobody.test");
              await page.keyboard.press("Enter");
              await page.getByRole("alert").waitFor();
              await look("wrong-handle");
              await page.getByLabel("Your handle").fill("alice@test");
              await page.keyboard.press("Enter");
              await page.getByRole("button", { name: "Use alice.test" }).waitFor();
              await look("suggested-handle");
            });
            assert.deepStrictEqual(complaints, []);
          })
        );
      }
    }
  });
});
