import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { registered } from "../../../support/loginThrough.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import {
  assertTokenError,
  member,
  oauthServer,
  postToken,
  publicLogin,
  redeem,
  refresh,
  refreshForm
} from "./oauthServer.ts";

const loggedIn = Effect.gen(function* () {
  const login = yield* publicLogin;
  const answer = yield* redeem(login);
  return { ...login, refreshToken: member(answer, "refresh_token"), scope: member(answer, "scope") };
});

const countOf = (type: string) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 10_000), (events) => events.filter((event) => event.type === type).length)
  );

it.layer(oauthServer)("/oauth/token, refresh", (it) => {
  it.effect("RT-01 returns a new pair with the same scope", () =>
    Effect.gen(function* () {
      const { clientId, key, refreshToken, scope } = yield* loggedIn;
      const answer = yield* refresh(clientId, refreshToken, key);
      assert.strictEqual(answer.status, 200, answer.text);
      assert.strictEqual(member(answer, "scope"), scope);
      assert.notStrictEqual(member(answer, "refresh_token"), refreshToken);
      assert.strictEqual(answer.header("cache-control"), "no-store");
    })
  );

  it.effect("RT-02 narrows the access token, never the grant, and never widens", () =>
    Effect.gen(function* () {
      const { clientId, key, refreshToken, scope } = yield* loggedIn;
      assertTokenError(
        yield* refresh(clientId, refreshToken, key, { scope: `${scope} transition:email` }),
        400,
        "invalid_scope"
      );
      const narrow = yield* refresh(clientId, refreshToken, key, { scope: "atproto" });
      assert.strictEqual(member(narrow, "scope"), "atproto");
      const wide = yield* refresh(clientId, member(narrow, "refresh_token"), key);
      assert.strictEqual(member(wide, "scope"), scope);
    })
  );

  it.effect("RT-03, RT-04 refuses another client, another key, and no proof, and keeps the family valid", () =>
    Effect.gen(function* () {
      const { clientId, key, refreshToken } = yield* loggedIn;
      const { client: other } = yield* registered();
      const stranger = yield* Effect.promise(makeDpopKey);
      assertTokenError(yield* refresh(other.clientId, refreshToken, key), 400, "invalid_grant");
      assertTokenError(yield* refresh(clientId, refreshToken, stranger), 400, "invalid_grant");
      assertTokenError(yield* postToken(refreshForm(clientId, refreshToken)), 400, "invalid_dpop_proof");
      assertTokenError(yield* refresh(clientId, "refresh_unknown", key), 400, "invalid_grant");
      assert.strictEqual((yield* refresh(clientId, refreshToken, key)).status, 200);
    })
  );

  it.effect("RT-05 refuses a token that was not used for 30 days", () =>
    Effect.gen(function* () {
      const { clientId, key, refreshToken } = yield* loggedIn;
      yield* TestClock.adjust("29 days");
      const used = yield* refresh(clientId, refreshToken, key);
      assert.strictEqual(used.status, 200, used.text);
      yield* TestClock.adjust("30 days");
      assertTokenError(yield* refresh(clientId, member(used, "refresh_token"), key), 400, "invalid_grant");
    })
  );

  it.effect("RT-06 ends the family when a replaced token is reused after the grace period", () =>
    Effect.gen(function* () {
      const { clientId, key, refreshToken } = yield* loggedIn;
      const next = member(yield* refresh(clientId, refreshToken, key), "refresh_token");
      yield* TestClock.adjust("31 seconds");
      const before = yield* countOf("AuthorizationEnded.v1");
      assertTokenError(yield* refresh(clientId, refreshToken, key), 400, "invalid_grant");
      assert.strictEqual(yield* countOf("AuthorizationEnded.v1"), before + 1);
      assertTokenError(yield* refresh(clientId, next, key), 400, "invalid_grant");
    })
  );

  it.effect("RT-07 returns the same pair again within 30 seconds, and rotates once", () =>
    Effect.gen(function* () {
      const { clientId, key, refreshToken } = yield* loggedIn;
      const before = yield* countOf("TokensRefreshed.v1");
      const first = yield* refresh(clientId, refreshToken, key);
      yield* TestClock.adjust("20 seconds");
      const again = yield* refresh(clientId, refreshToken, key);
      assert.strictEqual(again.status, 200, again.text);
      assert.strictEqual(again.text, first.text);
      assert.strictEqual(yield* countOf("TokensRefreshed.v1"), before + 1);
    })
  );

  it.effect("RT-08 ends the family when another key or client uses the replaced token within the grace period", () =>
    Effect.gen(function* () {
      const stranger = yield* Effect.promise(makeDpopKey);
      const { client: other } = yield* registered();
      for (const thief of [{ key: stranger }, { clientId: other.clientId }]) {
        const login = yield* loggedIn;
        const next = member(yield* refresh(login.clientId, login.refreshToken, login.key), "refresh_token");
        const { clientId, key } = { ...login, ...thief };
        assertTokenError(yield* refresh(clientId, login.refreshToken, key), 400, "invalid_grant");
        assertTokenError(yield* refresh(login.clientId, next, login.key), 400, "invalid_grant");
      }
    })
  );

  it.effect("RT-09 rotates once for many concurrent refreshes, and returns the same pair to all of them", () =>
    Effect.gen(function* () {
      const { clientId, key, refreshToken } = yield* loggedIn;
      const before = yield* countOf("TokensRefreshed.v1");
      const answers = yield* Effect.all(
        Array.from({ length: 16 }, () => refresh(clientId, refreshToken, key)),
        { concurrency: "unbounded" }
      );
      assert.deepStrictEqual([...new Set(answers.map((answer) => answer.status))], [200]);
      assert.strictEqual(new Set(answers.map((answer) => answer.text)).size, 1);
      assert.strictEqual(yield* countOf("TokensRefreshed.v1"), before + 1);
    })
  );
});
