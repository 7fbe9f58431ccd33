import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { ClientRegistry } from "../../../../src/domain/client/registry/ClientRegistry.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { AddressHashes } from "../../../../src/domain/personal/AddressHashes.ts";
import { registered as byOperator } from "../../../support/loginThrough.ts";
import { ask, oauthServer } from "./oauthServer.ts";
import { asClient, assertRefused, bodyOf, managed, redirectUri, registeredWith, text } from "./registering.ts";

it.layer(oauthServer)("/oauth/register/:client_id", (it) => {
  it.effect("RG-07 shows, replaces and removes a registration, by its own token only", () =>
    Effect.gen(function* () {
      const registered = yield* registeredWith({ client_name: "Before" });
      const other = yield* registeredWith();
      const seen = yield* managed(registered, "GET");
      assert.deepStrictEqual([seen.status, seen.header("cache-control")], [200, "no-store"]);
      const { client_secret: _, ...withoutSecret } = registered;
      assert.deepStrictEqual(bodyOf(seen), withoutSecret);

      for (const token of [other.registration_access_token, "wrong", registered.client_secret]) {
        for (const method of ["GET", "PUT", "DELETE"] as const) {
          const refused = yield* managed(registered, method, { redirect_uris: [redirectUri] }, token);
          assert.strictEqual(refused.status, 401);
          assert.include(refused.header("www-authenticate"), 'error="invalid_token"');
        }
      }
      const path = `/oauth/register/${registered.client_id}`;
      assert.deepStrictEqual([(yield* ask(path)).status, (yield* ask(`${path}x`)).status], [401, 401]);

      const change = { client_id: registered.client_id, redirect_uris: [redirectUri], client_name: "After" };
      const replaced = yield* managed(registered, "PUT", change);
      assert.strictEqual(replaced.status, 200, replaced.text);
      const now = bodyOf(replaced);
      assert.deepInclude(now, { client_name: "After", grant_types: ["authorization_code"] });
      assert.notStrictEqual(now.registration_access_token, registered.registration_access_token);
      assert.strictEqual((yield* managed(registered, "GET")).status, 401);
      assert.strictEqual((yield* asClient(registered.client_id, registered.client_secret)).status, 400);

      const removed = yield* managed(now, "DELETE");
      assert.deepStrictEqual([removed.status, removed.text], [204, ""]);
      for (const method of ["GET", "DELETE"] as const) assert.strictEqual((yield* managed(now, method)).status, 401);
      assert.strictEqual((yield* asClient(registered.client_id, registered.client_secret)).status, 401);
    })
  );

  it.effect("refuses an invalid replacement, and then changes nothing", () =>
    Effect.gen(function* () {
      const registered = yield* registeredWith();
      const good = { client_id: registered.client_id, redirect_uris: [redirectUri] };
      const cases: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
        ["client_id", { client_id: "client_AAAAAAAAAAAAAAAAAAAAAA" }],
        ["client_id", { client_id: undefined }],
        ["client_secret", { client_secret: "chosen" }],
        ["token_endpoint_auth_method", { token_endpoint_auth_method: "none" }],
        ["registration_access_token", { registration_access_token: "chosen" }],
        ["client_secret_expires_at", { client_secret_expires_at: 1 }],
        ["scope", { scope: "nonsense" }]
      ];
      for (const [member, change] of cases) {
        const answer = yield* managed(registered, "PUT", { ...good, ...change });
        assertRefused(answer, "invalid_client_metadata", member);
      }
      assertRefused(yield* managed(registered, "PUT", { ...good, redirect_uris: [] }), "invalid_redirect_uri");
      const same = yield* managed(registered, "PUT", { ...good, client_secret: registered.client_secret });
      assert.strictEqual(same.status, 200, same.text);
    })
  );

  it.effect("accepts one of many concurrent replacements with one token", () =>
    Effect.gen(function* () {
      const registered = yield* registeredWith();
      const change = { client_id: registered.client_id, redirect_uris: [redirectUri] };
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, (_, index) => managed(registered, "PUT", { ...change, client_name: `${index}` })),
        { concurrency: 10 }
      );
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [
        200,
        ...Array.from({ length: 9 }, () => 401)
      ]);
    })
  );

  it.effect("does not let anyone manage a client that others registered", () =>
    Effect.gen(function* () {
      const registry = yield* ClientRegistry;
      const { client } = yield* byOperator();
      for (const token of ["", "x", "null"]) {
        const answer = yield* ask(`/oauth/register/${client.clientId}`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${token}` }
        });
        assert.strictEqual(answer.status, 401);
      }
      assert.isTrue((yield* registry.get(client.clientId))._tag === "Some");
    })
  );

  it.effect("records who did it and from where, and no secret", () =>
    Effect.gen(function* () {
      const registered = yield* registeredWith();
      const change = { client_id: registered.client_id, redirect_uris: [redirectUri] };
      const now = bodyOf(yield* managed(registered, "PUT", change));
      yield* managed(now, "DELETE");
      const log = yield* EventLog;
      const hash = yield* (yield* AddressHashes).hash("127.0.0.1");
      const events = (yield* log.read(0, 10_000)).filter(({ clientId }) => clientId === registered.client_id);
      assert.deepStrictEqual(
        events.map(({ actor, data, type }) => [type, actor.type, actor.id, data.ipHash]),
        ["ClientRegistered.v2", "ClientUpdated.v2", "ClientDeleted.v1"].map((type) => [
          type,
          "client",
          registered.client_id,
          hash
        ])
      );
      assert.match(hash, /^[0-9a-f]{32}$/);
      const written = JSON.stringify(events);
      for (const secret of [
        "127.0.0.1",
        registered.client_secret,
        registered.registration_access_token,
        now.registration_access_token
      ]) {
        assert.notInclude(written, text(secret));
      }
    })
  );
});
