import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { parameters, redirectUri } from "../../../support/loginThrough.ts";
import { alice, publicUrl } from "../../../support/memoryService.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import type { Answer } from "../send.ts";
import { assertPage, confirmationIn, eventsOf, hint, register, reply, typesOf } from "./consentPage.ts";
import { ask, authorize, codeOf, cookieOf, location, oauthServer, redeem } from "./oauthServer.ts";

it.layer(oauthServer)("the consent page of an app that no admin registered", (it) => {
  it.effect("CD-01 shows the app, its hosts and its permissions before the PDS is contacted", () =>
    Effect.gen(function* () {
      const { clientId } = yield* register({ scope: "atproto repo:xyz.statusphere.status?action=create blob:image/*" });
      const page = yield* authorize({ client_id: clientId, ...hint });
      assertPage(page, 200);
      const shown = ["A stranger", "client.example", alice.handle, "pds.example", "app.example"];
      for (const text of [...shown, "Create records of these kinds", "xyz.statusphere.status", "image/*"]) {
        assert.include(page.text, text);
      }
      assert.match(page.cookies.join(), /^__Host-tidemark-login=[A-Za-z0-9_-]{43}; Max-Age=600; /);
      assert.deepStrictEqual(yield* typesOf(clientId), [
        "ClientRegistered.v2",
        "AuthorizationRequested.v1",
        "ConfirmationAsked.v1"
      ]);
      assert.notInclude(JSON.stringify(yield* eventsOf(clientId)), confirmationIn(page));
    })
  );

  it.effect("leads to the PDS and to tokens if the user continues", () =>
    Effect.gen(function* () {
      const { clientId } = yield* register();
      const page = yield* authorize({ client_id: clientId, ...hint });
      const gone = yield* reply(page, "allow");
      assert.strictEqual(gone.status, 303, gone.text);
      assert.strictEqual(location(gone).origin, "https://pds.example");
      const pds = yield* PdsMemory;
      const back = yield* pds.approve(location(gone), alice.did);
      const returned = yield* ask(`/oauth/atp/callback?${back}`, { headers: { cookie: cookieOf(page) } });
      const key = yield* Effect.promise(makeDpopKey);
      const tokens = yield* redeem({ clientId, code: codeOf(returned), key });
      assert.strictEqual(tokens.status, 200, tokens.text);
      assert.include(yield* typesOf(clientId), "ClientConfirmed.v1");
    })
  );

  it.effect("AZ-17 redirects to the app with access_denied if the user cancels", () =>
    Effect.gen(function* () {
      const { clientId } = yield* register();
      const page = yield* authorize({ client_id: clientId, ...hint });
      const declined = yield* reply(page, "deny");
      assert.strictEqual(declined.status, 303);
      const to = location(declined);
      assert.strictEqual(`${to.origin}${to.pathname}`, redirectUri);
      assert.deepStrictEqual(
        ["error", "state", "iss"].map((name) => to.searchParams.get(name)),
        ["access_denied", parameters.state, publicUrl]
      );
      const last = (yield* eventsOf(clientId)).at(-1);
      assert.deepStrictEqual([last?.type, last?.outcome], ["ClientDeclined.v1", "failure"]);
      assertPage(yield* reply(page, "allow"), 400);
    })
  );

  it.effect("CD-02, CD-06 is shown for every client, and every time", () =>
    Effect.gen(function* () {
      const [one, another] = [yield* register(), yield* register()];
      const page = yield* authorize({ client_id: one.clientId, ...hint });
      assert.strictEqual((yield* reply(page, "allow")).status, 303);
      const headers = { cookie: cookieOf(page) };
      for (const clientId of [another.clientId, one.clientId]) {
        assertPage(yield* authorize({ client_id: clientId, ...hint }, { headers }), 200);
      }
    })
  );

  it.effect("CD-03 accepts only the response of this browser and page, and no other changes anything", () =>
    Effect.gen(function* () {
      const { clientId } = yield* register();
      const page = yield* authorize({ client_id: clientId, ...hint });
      const other = yield* authorize({ client_id: clientId, ...hint });
      const before = (yield* typesOf(clientId)).length;
      const same = { "sec-fetch-site": "same-origin" };
      const refused: ReadonlyArray<Answer> = [
        yield* reply(page, "allow", { "sec-fetch-site": "cross-site" }),
        yield* reply(page, "allow", { "sec-fetch-site": "same-site" }),
        yield* reply(page, "allow", { "sec-fetch-site": "none" }),
        yield* reply(page, "allow", { origin: "https://evil.example" }),
        yield* reply(page, "allow", { ...same, cookie: "" }),
        yield* reply(page, "allow", { ...same, cookie: cookieOf(other) }),
        yield* reply(page, "allow", same, { confirmation: "" }),
        yield* reply(page, "allow", same, { confirmation: "x".repeat(43) }),
        yield* reply(page, "maybe", same)
      ];
      for (const answer of refused) assertPage(answer, 403);
      assert.strictEqual((yield* ask("/oauth/authorize/confirm")).status, 405);
      const bare = yield* ask("/oauth/authorize/confirm", { method: "POST", headers: same });
      assertPage(bare, 400);
      assert.strictEqual((yield* typesOf(clientId)).length, before);
      assert.strictEqual((yield* reply(page, "allow", { origin: "null" })).status, 303);
    })
  );

  it.effect("accepts one of any number of concurrent responses, and none after ten minutes", () =>
    Effect.gen(function* () {
      const { clientId } = yield* register();
      const page = yield* authorize({ client_id: clientId, ...hint });
      const answers = yield* Effect.all(
        ["allow", "deny", "allow", "deny", "allow"].map((answer) => reply(page, answer)),
        { concurrency: 5 }
      );
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [303, 400, 400, 400, 400]);
      const late = yield* authorize({ client_id: clientId, ...hint });
      yield* TestClock.adjust("601 seconds");
      assertPage(yield* reply(late, "allow"), 400);
    })
  );

  it.effect("CD-07 is void once the client was changed or removed", () =>
    Effect.gen(function* () {
      for (const method of ["PUT", "DELETE"]) {
        const { clientId, token, uri } = yield* register();
        const page = yield* authorize({ client_id: clientId, ...hint });
        const body = JSON.stringify({
          client_id: clientId,
          redirect_uris: [redirectUri],
          client_name: "Somebody else"
        });
        const changed = yield* ask(uri, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...(method === "PUT" && { body })
        });
        assert.oneOf(changed.status, [200, 204]);
        assertPage(yield* reply(page, "allow"), 400);
      }
    })
  );

  it.effect("shows names as text, and hosts in Punycode", () =>
    Effect.gen(function* () {
      const spoofed = "https://аpp.example/callback";
      const { clientId } = yield* register({ client_name: "<b>Bank</b> &amp;", redirect_uris: [spoofed] });
      const page = yield* authorize({ client_id: clientId, redirect_uri: spoofed, ...hint });
      assertPage(page, 200);
      assert.include(page.text, "&lt;b&gt;Bank&lt;/b&gt; &amp;amp;");
      assert.include(page.text, "xn--pp-6kc.example");
      assert.notInclude(page.text, "аpp.example");
    })
  );
});
