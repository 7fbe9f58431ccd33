import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { authenticateRequest } from "../../../../src/application/token/authenticateRequest.ts";
import { lifetimes } from "../../../../src/domain/authorization/token/lifetimes.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { registered } from "../../../support/loginThrough.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import {
  ask,
  assertTokenError,
  basic,
  codeForm,
  confidentialLogin,
  member,
  oauthServer,
  postToken,
  publicLogin,
  redeem,
  refresh,
  refreshForm
} from "./oauthServer.ts";
import { postForm, proofFor } from "./pushing.ts";

const browserApp = Effect.gen(function* () {
  const login = yield* publicLogin;
  const answer = yield* redeem(login);
  return { ...login, access: member(answer, "access_token"), refreshToken: member(answer, "refresh_token") };
});

const serverApp = Effect.gen(function* () {
  const { clientId, code, secret } = yield* confidentialLogin();
  const authorization = basic(clientId, secret);
  const answer = yield* postToken(codeForm(clientId, code), { authorization });
  return {
    clientId,
    authorization,
    access: member(answer, "access_token"),
    refreshToken: member(answer, "refresh_token")
  };
});

const revoke = (form: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
  postForm("/oauth/revoke", form, headers);

/** Whether a bearer token opens the API. */
const isGood = (access: string) =>
  authenticateRequest({
    presented: { scheme: "Bearer", token: access, proof: null },
    htm: "POST",
    htu: `${publicUrl}/graphql`
  }).pipe(Effect.isSuccess);

const upstreamTokens = Effect.flatMap(PdsMemory, (pds) =>
  Effect.map(Ref.get(pds.state), ({ accessTokens, refreshTokens }) => accessTokens.size + refreshTokens.size)
);

const endsOf = (type: "AuthorizationEnded.v1" | "SessionEnded.v1") =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 10_000), (events) => events.filter((event) => event.type === type))
  );

it.layer(oauthServer)("/oauth/revoke", (it) => {
  it.effect("RV-01, RV-07 ends every token of the authorization, for either of its tokens", () =>
    Effect.gen(function* () {
      for (const which of ["access", "refreshToken"] as const) {
        const app = yield* serverApp;
        assert.isTrue(yield* isGood(app.access));
        const answer = yield* revoke({ token: app[which] }, { authorization: app.authorization });
        assert.deepStrictEqual([answer.status, answer.text, answer.header("cache-control")], [200, "{}", "no-store"]);
        assert.isFalse(yield* isGood(app.access));
        const again = yield* postToken(refreshForm(app.clientId, app.refreshToken), {
          authorization: app.authorization
        });
        assertTokenError(again, 400, "invalid_grant");
      }
    })
  );

  it.effect("RV-02 responds the same to unknown and revoked tokens and wrong hints", () =>
    Effect.gen(function* () {
      const { access, authorization, refreshToken } = yield* serverApp;
      for (const token of ["unknown", `${access}x`, "refresh_unknown"]) {
        assert.strictEqual((yield* revoke({ token }, { authorization })).status, 200);
      }
      assert.isTrue(yield* isGood(access));
      const hint = { token: refreshToken, token_type_hint: "access_token" };
      for (const _ of [1, 2]) assert.strictEqual((yield* revoke(hint, { authorization })).status, 200);
      assert.isFalse(yield* isGood(access));
    })
  );

  it.effect("RV-03 does not revoke tokens of another client, and does not reveal that they exist", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* serverApp, yield* serverApp];
      const answer = yield* revoke({ token: one.access }, { authorization: other.authorization });
      const unknown = yield* revoke({ token: "unknown" }, { authorization: other.authorization });
      assert.deepStrictEqual([answer.status, answer.text], [unknown.status, unknown.text]);
      assert.isTrue(yield* isGood(one.access));
      const { client } = yield* registered();
      yield* revoke({ token: one.refreshToken, client_id: client.clientId });
      assert.isTrue(yield* isGood(one.access));
    })
  );

  it.effect("RV-04 requires a token and client authentication, by POST", () =>
    Effect.gen(function* () {
      const { access, authorization, clientId } = yield* serverApp;
      assertTokenError(
        yield* revoke({ token: access }, { authorization: basic(clientId, "wrong") }),
        401,
        "invalid_client"
      );
      assertTokenError(yield* revoke({ token: access, client_id: clientId }), 401, "invalid_client");
      assertTokenError(yield* revoke({}, { authorization }), 400, "invalid_request");
      assertTokenError(yield* postForm(`/oauth/revoke?token=${access}`, {}, { authorization }), 400, "invalid_request");
      assert.strictEqual((yield* ask("/oauth/revoke")).status, 405);
      assert.isTrue(yield* isGood(access));
    })
  );

  it.effect("RV-05 accepts a public client with and without a proof, and no proof of another key", () =>
    Effect.gen(function* () {
      const one = yield* browserApp;
      const stranger = yield* Effect.promise(makeDpopKey);
      const form = { token: one.refreshToken, client_id: one.clientId };
      const foreign = yield* proofFor("/oauth/revoke", stranger);
      assertTokenError(yield* revoke(form, { dpop: foreign }), 400, "invalid_dpop_proof");
      assertTokenError(yield* revoke(form, { dpop: "nonsense" }), 400, "invalid_dpop_proof");
      const next = yield* refresh(one.clientId, one.refreshToken, one.key);
      assert.strictEqual(next.status, 200);
      const own = yield* proofFor("/oauth/revoke", one.key);
      assert.strictEqual((yield* revoke(form, { dpop: own })).status, 200);
      assertTokenError(yield* refresh(one.clientId, member(next, "refresh_token"), one.key), 400, "invalid_grant");
      const two = yield* browserApp;
      assert.strictEqual((yield* revoke({ token: two.access, client_id: two.clientId })).status, 200);
      assertTokenError(yield* refresh(two.clientId, two.refreshToken, two.key), 400, "invalid_grant");
    })
  );

  it.effect("RV-06 ends the session at the PDS with it, and revokes its tokens", () =>
    Effect.gen(function* () {
      const before = yield* upstreamTokens;
      const { access, authorization } = yield* serverApp;
      assert.isAbove(yield* upstreamTokens, before);
      yield* revoke({ token: access }, { authorization });
      const [ended, session] = [
        (yield* endsOf("AuthorizationEnded.v1")).at(-1),
        (yield* endsOf("SessionEnded.v1")).at(-1)
      ];
      assert.deepStrictEqual([ended?.reason, ended?.actor.type], ["revoked-by-client", "client"]);
      assert.deepStrictEqual([session?.reason, session?.authorizationId], ["revoked", ended?.authorizationId]);
      yield* upstreamTokens.pipe(
        Effect.filterOrFail((count) => count <= before + 1),
        Effect.retry({ times: 1000 })
      );
    })
  );

  it.effect("RV-06 does the same when a code is replayed, and when a refresh token is reused", () =>
    Effect.gen(function* () {
      const { clientId, code, secret } = yield* confidentialLogin();
      const authorization = basic(clientId, secret);
      yield* postToken(codeForm(clientId, code), { authorization });
      yield* TestClock.adjust(lifetimes.codeRepeat);
      yield* postToken(codeForm(clientId, code), { authorization });
      const session = (yield* endsOf("SessionEnded.v1")).at(-1);
      const ended = (yield* endsOf("AuthorizationEnded.v1")).at(-1);
      assert.deepStrictEqual([ended?.reason, session?.authorizationId], ["code-replayed", ended?.authorizationId]);
    })
  );

  it.effect("RT-11 leaves no token valid when a refresh is in progress", () =>
    Effect.gen(function* () {
      const { authorization, clientId, refreshToken } = yield* serverApp;
      const [refreshed] = yield* Effect.all(
        [
          postToken(refreshForm(clientId, refreshToken), { authorization }),
          revoke({ token: refreshToken }, { authorization }),
          postToken(refreshForm(clientId, refreshToken), { authorization })
        ],
        { concurrency: "unbounded" }
      );
      if (refreshed.status !== 200) return assertTokenError(refreshed, 400, "invalid_grant");
      assert.isFalse(yield* isGood(member(refreshed, "access_token")));
      const next = refreshForm(clientId, member(refreshed, "refresh_token"));
      assertTokenError(yield* postToken(next, { authorization }), 400, "invalid_grant");
    })
  );
});
