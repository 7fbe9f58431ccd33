import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import { lifetimes, lifetimesOf, tokenExpiries } from "../../../../src/domain/authorization/token/lifetimes.ts";
import { refreshTokens } from "../../../../src/domain/authorization/token/refreshTokens.ts";
import { type ClientLifetimes, checkLifetimes } from "../../../../src/domain/client/ClientLifetimes.ts";
import { exchanged, fold, refresh, start, toCode } from "../samples.ts";

const usual: ClientLifetimes = { accessToken: null, refreshToken: null, authorization: null };
const minute = 60_000;

describe("lifetimes", () => {
  it("are the client's own if it has any", () => {
    assert.deepStrictEqual(lifetimesOf({ ...usual, accessToken: 300 }), {
      accessToken: 5 * minute,
      refreshToken: lifetimes.refreshToken,
      authorization: lifetimes.authorization
    });
    assert.deepStrictEqual(lifetimesOf(null), lifetimesOf(usual));
  });

  it("TE-07 end tokens with the authorization", () => {
    const own = lifetimesOf({ accessToken: 600, refreshToken: 3600, authorization: 1800 });
    assert.deepStrictEqual(tokenExpiries(start, start, own), {
      accessExpiresAt: start + 10 * minute,
      refreshExpiresAt: start + 30 * minute
    });
    assert.deepStrictEqual(tokenExpiries(start, start + 25 * minute, own), {
      accessExpiresAt: start + 30 * minute,
      refreshExpiresAt: start + 30 * minute
    });
    const brief = lifetimesOf({ accessToken: 3600, refreshToken: 300, authorization: null });
    assert.deepStrictEqual(tokenExpiries(start, start, brief), {
      accessExpiresAt: start + 5 * minute,
      refreshExpiresAt: start + 5 * minute
    });
    const late = { ...refresh, lifetimes: own, now: start + 30 * minute };
    const { events } = refreshTokens(fold(...toCode, exchanged), late);
    assert.deepStrictEqual(
      events.map(({ _tag }) => _tag),
      ["AuthorizationEnded.v1"]
    );
  });

  it.each<readonly [Partial<ClientLifetimes>, string]>([
    [{}, "good"],
    [{ accessToken: 60, refreshToken: 300, authorization: 300 }, "good"],
    [{ accessToken: 3600 }, "good"],
    [{ accessToken: 59 }, "accessToken must be between 1 minute and 1 hour (60 to 3600 seconds)."],
    [{ accessToken: 3601 }, "accessToken must be between 1 minute and 1 hour (60 to 3600 seconds)."],
    [{ refreshToken: 0 }, "refreshToken must be between 5 minutes and 1 year (300 to 31536000 seconds)."],
    [{ authorization: -1 }, "authorization must be between 5 minutes and 5 years (300 to 157680000 seconds)."]
  ])("%j are %s", (change, outcome) => {
    const checked = checkLifetimes({ ...usual, ...change });
    assert.strictEqual(Either.isRight(checked) ? "good" : checked.left.message, outcome);
  });
});
