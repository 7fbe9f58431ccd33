import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { readResponse } from "../../../../src/adapters/http/browser/readCallback.ts";
import { UpstreamAuthorization } from "../../../../src/domain/session/UpstreamAuthorization.ts";
import type { Network } from "../../../pds/connectNetwork.ts";
import { reject } from "../../../pds/signIn.ts";
import { withPds } from "../../../support/withPds.ts";
import { approve, login, push } from "../login.ts";
import { adapters, confidentialAdapters, loopbackClient } from "../upstreamClients.ts";

const reason = <A, R>(call: Effect.Effect<A, { readonly reason: string }, R>) =>
  Effect.map(Effect.flip(call), (failure) => failure.reason);

const flows = (network: Network, provided: ReturnType<typeof adapters>) => {
  const alice = network.account("alice.test");

  layer(provided, { excludeTestServices: true })((it) => {
    it.effect("finds the authorization server of a PDS", () =>
      Effect.gen(function* () {
        const { discover } = yield* UpstreamAuthorization;
        assert.deepStrictEqual(yield* discover(alice.pds), {
          issuer: alice.pds,
          authorizationEndpoint: `${alice.pds}/oauth/authorize`,
          pushedAuthorizationRequestEndpoint: `${alice.pds}/oauth/par`,
          tokenEndpoint: `${alice.pds}/oauth/token`,
          revocationEndpoint: `${alice.pds}/oauth/revoke`
        });
      })
    );

    it.effect("signs a user in", () =>
      Effect.gen(function* () {
        const { tokens } = yield* login(alice);
        assert.strictEqual(tokens.sub, alice.did);
        assert.strictEqual(tokens.scope, "atproto transition:generic");
        assert.isNotNull(tokens.refreshToken);
        assert.closeTo(tokens.expiresAt, Date.now() + 3_600_000, 10_000);
        assert.notInclude(JSON.stringify(tokens), Redacted.value(tokens.accessToken));
      })
    );

    it.effect("reports which account signed in, and the granted scope", () =>
      Effect.gen(function* () {
        const bob = network.account("bob.test");
        const { tokens } = yield* login(alice, { ...bob, scope: "atproto" });
        assert.strictEqual(tokens.sub, bob.did);
        assert.strictEqual(tokens.scope, "atproto");
      })
    );

    it.effect("refreshes tokens, and the replaced ones are no longer valid", () =>
      Effect.gen(function* () {
        const { refresh } = yield* UpstreamAuthorization;
        const { key, server, tokens } = yield* login(alice);
        const refreshToken = tokens.refreshToken ?? Redacted.make("");
        const renewed = yield* refresh({ server, key, refreshToken });
        assert.strictEqual(renewed.sub, alice.did);
        assert.notStrictEqual(Redacted.value(renewed.accessToken), Redacted.value(tokens.accessToken));
        assert.strictEqual(yield* reason(refresh({ server, key, refreshToken })), "invalid-grant");
      })
    );

    it.effect("cannot refresh revoked tokens, or with another key", () =>
      Effect.gen(function* () {
        const { generateKey, refresh, revoke } = yield* UpstreamAuthorization;
        const first = yield* login(alice);
        const { key, server } = first;
        yield* revoke({ server, key, token: first.tokens.accessToken });
        const refreshToken = first.tokens.refreshToken ?? Redacted.make("");
        assert.strictEqual(yield* reason(refresh({ server, key, refreshToken })), "invalid-grant");
        yield* revoke({ server, key, token: Redacted.make("never issued") });

        const second = yield* login(alice);
        const other = { server, key: yield* generateKey, refreshToken: second.tokens.refreshToken ?? refreshToken };
        assert.strictEqual(yield* reason(refresh(other)), "invalid-grant");
      })
    );

    it.effect("accepts a callback only from the server and for the request that it started (CL-04)", () =>
      Effect.gen(function* () {
        const { exchangeCode, readAuthorizationResponse } = yield* UpstreamAuthorization;
        const approved = yield* approve(alice);
        const { code, parameters, redirect, server, state } = approved;
        const answer = yield* readAuthorizationResponse(server, parameters, state);
        if (answer._tag !== "Approved") return assert.fail(answer._tag);
        assert.strictEqual(Redacted.value(answer.code), Redacted.value(code));

        const changed = (change: (parameters: URLSearchParams) => void) => {
          const copy = new URLSearchParams(redirect.searchParams);
          change(copy);
          return readResponse(copy);
        };
        const forged = [
          changed((copy) => copy.set("iss", "https://evil.example.com")),
          changed((copy) => copy.set("iss", `${server.issuer}/`)),
          changed((copy) => copy.delete("iss")),
          changed((copy) => copy.append("iss", server.issuer)),
          changed((copy) => copy.set("state", "another")),
          changed((copy) => copy.append("state", state)),
          changed((copy) => copy.delete("state"))
        ];
        for (const parameters of forged) {
          assert.strictEqual(yield* reason(readAuthorizationResponse(server, parameters, state)), "issuer-mismatch");
        }
        const odd = [changed((copy) => copy.delete("code")), changed((copy) => copy.append("code", "another"))];
        for (const parameters of odd) {
          assert.strictEqual(yield* reason(readAuthorizationResponse(server, parameters, state)), "malformed");
        }
        const [wrongIssuer] = forged;
        assert.strictEqual(
          yield* reason(exchangeCode({ ...approved, parameters: wrongIssuer ?? parameters })),
          "malformed"
        );
        assert.strictEqual((yield* exchangeCode(approved)).sub, alice.did);
      })
    );

    it.effect("reads an access_denied response", () =>
      Effect.gen(function* () {
        const { readAuthorizationResponse } = yield* UpstreamAuthorization;
        const { location, server, state } = yield* push(alice);
        const outcome = yield* Effect.promise(() => reject(location));
        if (outcome._tag !== "Denied") return assert.fail(outcome._tag);
        const read = yield* readAuthorizationResponse(server, readResponse(outcome.redirect.searchParams), state);
        assert.deepStrictEqual(read, { _tag: "Denied", error: "access_denied" });
      })
    );

    it.effect("cannot redeem a code with another verifier or key, or twice", () =>
      Effect.gen(function* () {
        const { exchangeCode, generateKey } = yield* UpstreamAuthorization;
        const wrong = { ...(yield* approve(alice)), codeVerifier: Redacted.make("x".repeat(43)) };
        assert.strictEqual(yield* reason(exchangeCode(wrong)), "invalid-grant");
        const otherKey = { ...(yield* approve(alice)), key: yield* generateKey };
        assert.strictEqual(yield* reason(exchangeCode(otherKey)), "invalid-grant");
        const approved = yield* approve(alice);
        yield* exchangeCode(approved);
        assert.strictEqual(yield* reason(exchangeCode(approved)), "invalid-grant");
      })
    );

    it.effect("is notified of a scope that it may not request", () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(push(alice, "transition:generic"));
        assert.deepInclude({ ...failure }, { reason: "refused", error: "invalid_scope" });
      })
    );

    it.effect("generates a separate key for each session", () =>
      Effect.gen(function* () {
        const { generateKey } = yield* UpstreamAuthorization;
        const keys = yield* Effect.all(Array.from({ length: 20 }, () => generateKey));
        assert.strictEqual(new Set(keys.map(({ jkt }) => jkt)).size, 20);
      })
    );
  });
};

await withPds("UpstreamAuthorization, as a loopback client of a real PDS", (network) =>
  flows(network, adapters({ client: loopbackClient }))
);

await withPds("UpstreamAuthorization, as a confidential client of a real PDS", (network) =>
  flows(network, confidentialAdapters(network))
);
