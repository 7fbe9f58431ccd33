import { assert, describe, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import { PdsMemory } from "../../src/adapters/memory/pds/PdsMemory.ts";
import * as service from "../../src/main/memoryService.ts";
import { eventsOf, serverAt } from "../adapters/http/account/accountServer.ts";
import { parameters, registered } from "../support/loginThrough.ts";
import { alice, bob } from "../support/memoryService.ts";
import * as Browser from "./Browser.ts";

/** Over plain HTTP the cookie has no prefix, and the browser sends it to every port. */
const address = "http://127.0.0.1:8080";

const server = serverAt(address, service.memoryService({ publicUrl: address, accounts: [alice, bob] }));

/** How the page of a PDS may preload the callback URL, with the request header that reveals it. */
const speculations = {
  "a prefetch link": {
    purpose: /^prefetch$/,
    markup: (url: string) => `<link rel="prefetch" href="${url}">`
  },
  "a speculation rule that prefetches": {
    purpose: /^prefetch$/,
    markup: (url: string) =>
      `<script type="speculationrules">${JSON.stringify({ prefetch: [{ urls: [url], eagerness: "immediate" }] })}</script>`
  },
  "a speculation rule that prerenders": {
    purpose: /^prefetch;prerender$/,
    markup: (url: string) =>
      `<script type="speculationrules">${JSON.stringify({ prerender: [{ urls: [url], eagerness: "immediate" }] })}</script>`
  }
} as const;

describe.skipIf(Browser.chromiumPath === undefined)("what Chromium loads speculatively", () => {
  layer(Layer.merge(server, Browser.layer), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    for (const [what, { markup, purpose }] of Object.entries(speculations)) {
      it.scoped(`${what} does not use up the callback from a PDS`, () =>
        Effect.gen(function* () {
          const { port, server: node } = yield* HttpServerNode.HttpServerNode;
          const origin = `http://127.0.0.1:${port}`;
          const { client } = yield* registered();
          const pds = yield* PdsMemory;
          const page = yield* Browser.openPage();
          const query = { ...parameters, client_id: client.clientId, login_hint: alice.handle };
          const begin = `${origin}/oauth/authorize?${new URLSearchParams(query)}`;
          const started = yield* Effect.promise(() => page.request.get(begin, { maxRedirects: 0 }));
          const returned = yield* pds.approve(new URL(started.headers().location ?? assert.fail()), alice.did);
          const back = `${origin}/oauth/atp/callback?${returned}`;
          const before = (yield* eventsOf("LoginCompleted.v1")).length;

          const ahead = new Promise<string>((resolve) => {
            node.on("request", (incoming, outgoing) => {
              const sent = incoming.headers["sec-purpose"];
              if (!incoming.url?.startsWith("/oauth/atp/callback") || typeof sent !== "string") return;
              outgoing.on("close", () => resolve(sent));
            });
          });
          const body = `<!doctype html><title>PDS</title>${markup(back)}<a href="${back}">Back</a>`;
          yield* Effect.promise(async () => {
            await page.route(`${origin}/pds`, (route) => route.fulfill({ contentType: "text/html", body }));
            await page.goto(`${origin}/pds`);
            assert.match(await ahead, purpose);
          });
          assert.lengthOf(yield* eventsOf("LoginCompleted.v1"), before);
          const atApp = page.waitForRequest((request) => request.url().startsWith("https://client.example/callback"));
          yield* Effect.promise(async () => {
            await page.getByRole("link", { name: "Back" }).click();
            assert.match(new URL((await atApp).url()).searchParams.get("code") ?? "", /^code_/);
          });
          assert.lengthOf(yield* eventsOf("LoginCompleted.v1"), before + 1);
        })
      );
    }
  });
});
