import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as fc from "fast-check";
import { basic, confidentialLogin, oauthServer, publicLogin } from "./oauthServer.ts";
import { postForm, pushForm } from "./pushing.ts";

const paths = ["/oauth/par", "/oauth/token", "/oauth/revoke", "/oauth/introspect"] as const;

const names = [
  "client_id",
  "client_secret",
  "client_assertion",
  "client_assertion_type",
  "token",
  "token_type_hint",
  "grant_type",
  "code",
  "code_verifier",
  "refresh_token",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "dpop_jkt",
  "request",
  "request_uri",
  "__proto__",
  "constructor"
] as const;

const value = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("", "null", "\u0000", "%00", "a.b.c", "__proto__", "refresh_token", "authorization_code", "S256"),
  fc.string({ maxLength: 3000 })
);

const body = fc.oneof(
  fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 8 })
    .map((pairs) => `${new URLSearchParams(pairs)}`),
  fc.string({ unit: "binary", maxLength: 200 })
);

/** Headers hold no control characters: Node.js does not send them. */
const header = fc.oneof(
  fc.constantFrom("Basic", "Basic Og==", "Basic Onh4", "Bearer x", "DPoP x", "a.b.c", "e30.e30.e30"),
  fc.string({ maxLength: 200 }).map((text) => text.replace(/[^\x20-\x7e]/g, "?").trim())
);

it.layer(oauthServer)("hostile forms", (it) => {
  it.effect("get an OAuth error, and never an internal error", () =>
    Effect.gen(function* () {
      const requests = fc.tuple(fc.constantFrom(...paths), body, fc.option(header), fc.option(header));
      for (const [path, text, authorization, dpop] of fc.sample(requests, { numRuns: 100 })) {
        const headers = { ...(authorization !== null && { authorization }), ...(dpop !== null && { dpop }) };
        const answer = yield* postForm(path, text, headers);
        const sent = JSON.stringify([path, text, headers]);
        assert.include([400, 401], answer.status, `${sent} ${answer.text}`);
        const told = JSON.parse(answer.text);
        assert.match(told.error, /^[a-z_]+$/, sent);
        assert.match(told.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,400}$/, sent);
        assert.strictEqual(answer.header("cache-control"), "no-store");
      }
    })
  );

  it.effect("of authenticated clients get no internal error either", () =>
    Effect.gen(function* () {
      const { clientId, secret } = yield* confidentialLogin();
      const { clientId: publicId } = yield* publicLogin;
      const authorization = basic(clientId, secret);
      const samples = fc.sample(fc.tuple(fc.constantFrom(...names.slice(4)), value), { numRuns: 40, seed: 42 });
      for (const [name, given] of samples) {
        for (const path of paths) {
          const answer = yield* postForm(path, { ...pushForm(clientId), [name]: given }, { authorization });
          assert.isBelow(answer.status, 500, `${path} ${name} ${JSON.stringify(given)} ${answer.text}`);
        }
        const open = yield* postForm("/oauth/revoke", { client_id: publicId, token: given });
        assert.isBelow(open.status, 500, JSON.stringify(given));
      }
    })
  );
});
