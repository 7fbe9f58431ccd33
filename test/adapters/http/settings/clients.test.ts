import { createHash } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { settingsRoutes } from "../../../../src/adapters/http/settings/settingsRoutes.ts";
import { ClientRegistry } from "../../../../src/domain/client/ClientRegistry.ts";
import { secretMatches } from "../../../../src/domain/client/ClientSecret.ts";
import { EventLog, EventLogUnavailable } from "../../../../src/domain/event/EventLog.ts";
import { alice, memoryService, publicUrl } from "../../../support/memoryService.ts";
import { ask, clientForm, clientIdIn, headingOf, post, settingsServer, signedIn } from "./settingsServer.ts";

const registeredClient = (clientId: string) =>
  Effect.gen(function* () {
    const registry = yield* ClientRegistry;
    return Option.getOrThrow(yield* registry.get(clientId));
  });

const secretIn = (text: string): string | null =>
  /<dt>Client Secret<\/dt><dd><code>(.*?)<\/code>/.exec(text)?.[1] ?? null;

const hostile = `<script>alert(1)</script>"'&<img src=x>`;

it.layer(settingsServer)("the clients in the settings", (it) => {
  it.effect("are none at first, which the page says with a way on", () =>
    Effect.gen(function* () {
      const page = yield* (yield* signedIn).get("/settings");
      assert.include(page.text, "No clients yet.");
      assert.notInclude(page.text, "<table");
      for (const label of ["Client Name", "Client Type", "Redirect URIs", "Scope"]) assert.include(page.text, label);
      assert.include(page.text, 'name="scope" value="atproto transition:generic"');
      assert.match(page.text, /id="type-public" name="type" value="public" required checked/);
    })
  );

  it.effect("a public one is registered with what was typed, tidied, and has no secret", () =>
    Effect.gen(function* () {
      const admin = yield* signedIn;
      const redirectUris = "  https://client.example/callback \r\n\r\ncom.example.app:/callback\r\n";
      const page = yield* admin.post("/settings/clients", { ...clientForm, name: " An app ", redirectUris, scope: "" });
      assert.deepStrictEqual([page.status, headingOf(page), secretIn(page.text)], [201, "Client registered", null]);
      const client = yield* registeredClient(clientIdIn(page));
      assert.deepInclude(client, {
        name: "An app",
        type: "public",
        redirectUris: ["https://client.example/callback", "com.example.app:/callback"],
        scope: "atproto transition:generic",
        secret: null
      });
      const list = yield* admin.get("/settings");
      assert.include(list.text, client.clientId);
      assert.include(list.text, "com.example.app:/callback");
    })
  );

  it.effect("a confidential one gets a secret, shown once and kept as a hash, by an admin in the log", () =>
    Effect.gen(function* () {
      const admin = yield* signedIn;
      const page = yield* admin.post("/settings/clients", { ...clientForm, type: "confidential" });
      const secret = secretIn(page.text) ?? assert.fail(page.text);
      assert.match(secret, /^[\w-]{43}$/);
      assert.strictEqual(page.header("cache-control"), "no-store");
      const client = yield* registeredClient(clientIdIn(page));
      assert.strictEqual(client.tokenEndpointAuthMethod, "client_secret_basic");
      assert.isTrue(secretMatches(client.secret ?? assert.fail(), secret));

      const elsewhere = yield* admin.get(`/settings/clients/delete?client=${client.clientId}`);
      assert.notInclude((yield* admin.get("/settings")).text + elsewhere.text, secret);
      const events = yield* (yield* EventLog).read(0, 1000);
      assert.notInclude(JSON.stringify(events), secret);
      const last = events.at(-1) ?? assert.fail();
      assert.deepStrictEqual([last.type, last.actor], ["ClientRegistered.v2", { type: "admin", id: alice.did }]);
      assert.strictEqual(last.requestId, page.header("x-request-id"));
    })
  );

  it.effect("what is wrong is told at each field, and what was typed stays", () =>
    Effect.gen(function* () {
      const admin = yield* signedIn;
      const head = yield* (yield* EventLog).head;
      const form = {
        name: " ",
        type: "confidential",
        redirectUris: "http://client.example/a\r\nnope",
        scope: "nonsense"
      };
      const page = yield* admin.post("/settings/clients", form);
      assert.deepStrictEqual([page.status, headingOf(page)], [400, "Settings"]);
      assert.match(page.text, /role="alert"><strong>The client was not registered\.<\/strong>/);
      assert.match(page.text, /id="name-wrong"><div>Client Name must have 1 to 100 characters/);
      assert.match(
        page.text,
        /id="redirectUris-wrong"><div>&quot;http:\/\/client\.example\/a&quot; must use https.*<\/div><div>&quot;nope&quot; must be absolute/
      );
      assert.match(page.text, /id="scope-wrong"><div>&quot;nonsense&quot; is not a scope/);
      assert.notInclude(page.text, "type-wrong");
      assert.match(page.text, /<input id="name" [^>]*aria-invalid="true" aria-describedby="name-wrong name-hint"/);
      assert.match(page.text, /id="type-confidential" [^>]* checked/);
      assert.match(page.text, /<textarea [^>]*>\nhttp:\/\/client\.example\/a\r\nnope<\/textarea>/);
      assert.include(page.text, 'name="scope" value="nonsense"');
      assert.strictEqual(yield* (yield* EventLog).head, head);
    })
  );

  it.effect("a missing or strange type is told at its field", () =>
    Effect.gen(function* () {
      const admin = yield* signedIn;
      for (const type of ["", "secret"]) {
        const page = yield* admin.post("/settings/clients", { ...clientForm, type });
        assert.strictEqual(page.status, 400);
        assert.match(page.text, /id="type-wrong"><div>Client Type must be Public or Confidential/);
        assert.include(page.text, 'name="name" value="An app"');
      }
    })
  );

  it.effect("a hostile name is text on every page", () =>
    Effect.gen(function* () {
      const admin = yield* signedIn;
      const made = yield* admin.post("/settings/clients", { ...clientForm, name: hostile });
      assert.strictEqual(made.status, 201);
      const refused = yield* admin.post("/settings/clients", {
        ...clientForm,
        name: hostile,
        redirectUris: `</textarea>${hostile}`,
        scope: `"><script>${hostile}`
      });
      assert.strictEqual(refused.status, 400);
      const list = yield* admin.get("/settings");
      const confirm = yield* admin.get(`/settings/clients/delete?client=${clientIdIn(made)}`);
      assert.strictEqual(confirm.status, 200);
      for (const { text } of [made, refused, list, confirm]) {
        assert.notMatch(text, /<script|<img/i);
        assert.include(text, "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;&lt;img src=x&gt;");
      }
      assert.strictEqual(refused.text.match(/<\/textarea>/g)?.length, 1);
    })
  );

  it.effect("one is deleted after a question, once", () =>
    Effect.gen(function* () {
      const admin = yield* signedIn;
      const client = clientIdIn(yield* admin.post("/settings/clients", clientForm));
      const question = yield* admin.get(`/settings/clients/delete?client=${client}`);
      assert.deepStrictEqual([question.status, headingOf(question)], [200, "Delete An app?"]);
      assert.include((yield* admin.get("/settings")).text, client);

      const deleted = yield* admin.post("/settings/clients/delete", { client });
      assert.deepStrictEqual([deleted.status, deleted.header("location")], [303, "/settings"]);
      assert.notInclude((yield* admin.get("/settings")).text, client);
      for (const answer of [
        yield* admin.post("/settings/clients/delete", { client }),
        yield* admin.post("/settings/clients/delete", { client: "nonsense" }),
        yield* admin.get(`/settings/clients/delete?client=${client}`),
        yield* admin.get("/settings/clients/delete")
      ]) {
        assert.deepStrictEqual([answer.status, headingOf(answer)], [404, "No such client"]);
      }
    })
  );

  it.effect("nobody but an admin sees or changes them", () =>
    Effect.gen(function* () {
      const client = clientIdIn(yield* (yield* signedIn).post("/settings/clients", clientForm));
      const head = yield* (yield* EventLog).head;
      for (const [path, form] of [
        ["/settings/clients", clientForm],
        ["/settings/clients/delete", { client }]
      ] as const) {
        const answer = yield* post(path, form);
        assert.deepStrictEqual([answer.status, headingOf(answer)], [403, "Sign in to the settings"]);
      }
      const question = yield* ask(`/settings/clients/delete?client=${client}`);
      assert.strictEqual(headingOf(question), "Sign in to the settings");
      assert.notInclude(question.text, "An app");
      assert.strictEqual(yield* (yield* EventLog).head, head);
    })
  );

  it.effect("every page runs no script, loads nothing, sends forms here only, and is framed and kept nowhere", () =>
    Effect.gen(function* () {
      const admin = yield* signedIn;
      const made = yield* admin.post("/settings/clients", clientForm);
      const pages = [
        made,
        yield* ask("/settings"),
        yield* admin.get("/settings"),
        yield* admin.get(`/settings/clients/delete?client=${clientIdIn(made)}`),
        yield* admin.post("/settings/clients", {}),
        yield* admin.post("/settings/clients", clientForm, {})
      ];
      for (const page of pages) {
        const styles = [...page.text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
          ([, style = ""]) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`
        );
        assert.lengthOf(styles, 2);
        assert.strictEqual(
          page.header("content-security-policy"),
          `default-src 'none'; style-src ${styles.join(" ")}; base-uri 'none'; frame-ancestors 'none'`
        );
        assert.strictEqual(page.header("referrer-policy"), "same-origin");
        assert.strictEqual(page.header("x-frame-options"), "DENY");
        assert.strictEqual(page.header("cache-control"), "no-store");
        assert.isNull(page.header("access-control-allow-origin"));
        assert.notMatch(page.text, /<script|\son\w+=|style="|javascript:/i);
      }
    })
  );
});

const lost = Effect.fail(new EventLogUnavailable({ operation: "load", cause: new Error("secret detail") }));

const brokenServer = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: settingsRoutes
}).pipe(Layer.provideMerge(Layer.merge(memoryService, Layer.mock(EventLog, { load: () => lost }))));

it.layer(brokenServer)("when the database does not answer", (it) => {
  it.effect("a page says so without detail, and nobody is taken for signed out", () =>
    Effect.gen(function* () {
      const cookie = `__Host-tidemark-admin=admin_${"a".repeat(43)}`;
      for (const answer of [
        yield* ask("/settings", { headers: { cookie } }),
        yield* post("/settings/sign-in", { token: "setup_x" })
      ]) {
        assert.deepStrictEqual([answer.status, headingOf(answer)], [503, "Not now"]);
        assert.strictEqual(answer.header("retry-after"), "1");
        assert.notInclude(answer.text, "secret detail");
      }
    })
  );
});
