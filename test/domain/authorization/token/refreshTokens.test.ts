import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { evolveAuthorization } from "../../../../src/domain/authorization/Authorization.ts";
import { type AuthorizationEvent, TokensRefreshed } from "../../../../src/domain/authorization/AuthorizationEvent.ts";
import { lifetimes } from "../../../../src/domain/authorization/token/lifetimes.ts";
import { type RefreshTokensCommand, refreshTokens } from "../../../../src/domain/authorization/token/refreshTokens.ts";
import { given } from "../given.ts";
import { ended, exchanged, fold, refresh, refreshed, start, toCode } from "../samples.ts";

const active = [...toCode, exchanged];
const rotated = [...active, refreshed];
const day = 24 * 60 * 60 * 1000;

const kept = (now: number) => [
  ...active,
  new TokensRefreshed({ ...refreshed, refreshExpiresAt: now + lifetimes.refreshToken })
];
const late = start + lifetimes.authorization;

describe("refreshTokens", () => {
  it.each<
    readonly [string, ReadonlyArray<AuthorizationEvent>, Partial<RefreshTokensCommand>, string, ReadonlyArray<string>]
  >([
    ["RT-01 rotates", active, {}, "Rotated", ["TokensRefreshed.v1"]],
    ["RT-02 narrows", active, { scope: "atproto" }, "Rotated", ["TokensRefreshed.v1"]],
    ["RT-02 does not widen", active, { scope: "atproto transition:email" }, "beyond-allowed", []],
    ["RT-02 reads no nonsense", active, { scope: "nonsense" }, "malformed", []],
    ["RT-03 another client", active, { clientId: "client-b" }, "client-mismatch", []],
    ["RT-04 another key", active, { jkt: "other" }, "key-mismatch", []],
    ["RT-04 no key", active, { jkt: null }, "key-mismatch", []],
    [
      "RT-05 in its last millisecond",
      active,
      { now: start + lifetimes.refreshToken - 1 },
      "Rotated",
      ["TokensRefreshed.v1"]
    ],
    ["RT-05 idle for too long", active, { now: start + lifetimes.refreshToken }, "expired", []],
    [
      "RT-05 authorized too long ago",
      kept(late),
      { presentedHash: "refresh-2", now: late },
      "expired",
      ["AuthorizationEnded.v1"]
    ],
    [
      "RT-06 replaced, after the grace time",
      rotated,
      { now: start + lifetimes.refreshRepeat + 1 },
      "reused",
      ["AuthorizationEnded.v1"]
    ],
    [
      "replaced, within the grace time, by a client that proves neither a key nor a secret",
      rotated,
      { isBoundOrConfidential: false },
      "reused",
      ["AuthorizationEnded.v1"]
    ],
    ["RT-07 replaced, within the grace time", rotated, { now: start + lifetimes.refreshRepeat }, "Repeated", []],
    ["RT-08 replaced, another key", rotated, { jkt: "other" }, "reused", ["AuthorizationEnded.v1"]],
    ["RT-08 replaced, another client", rotated, { clientId: "client-b" }, "reused", ["AuthorizationEnded.v1"]],
    ["an older one than the one before", rotated, { presentedHash: "refresh-0" }, "reused", ["AuthorizationEnded.v1"]],
    ["after the end", [...active, ended], {}, "ended", []],
    ["before there are tokens", toCode, {}, "unknown", []]
  ])("%s", (_name, history, change, outcome, events) => {
    assert.deepStrictEqual(
      given(history).when((state) => refreshTokens(state, { ...refresh, ...change })),
      [outcome, events]
    );
  });

  it("grants the full scope again after a narrow one", () => {
    const narrow = refreshTokens(fold(...active), { ...refresh, scope: "atproto" }).events;
    const state = [...active, ...narrow].reduce(evolveAuthorization, fold());
    const { outcome } = refreshTokens(state, { ...refresh, presentedHash: "refresh-2", refreshHash: "refresh-3" });
    assert.propertyVal(outcome, "scope", "atproto transition:generic");
  });

  it("grants no more than the client is registered for now", () => {
    const { outcome } = refreshTokens(fold(...active), { ...refresh, registeredScope: "atproto" });
    assert.propertyVal(outcome, "scope", "atproto");
    const wide = refreshTokens(fold(...active), {
      ...refresh,
      registeredScope: "atproto",
      scope: "atproto transition:generic"
    });
    assert.propertyVal(wide.outcome, "reason", "beyond-allowed");
  });

  it("keeps one token valid whatever is presented, and never revives an ended authorization", () => {
    const step = fc.record({
      presented: fc.nat({ max: 6 }),
      after: fc.nat({ max: 2 * day }),
      jkt: fc.constantFrom("key", "key", "key", "other")
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let state = fold(...active);
        let now = start;
        let next = 2;
        for (const { after, jkt, presented } of steps) {
          now += after;
          const before = state;
          const command = {
            ...refresh,
            presentedHash: `refresh-${presented}`,
            refreshHash: `refresh-${next}`,
            jkt,
            now
          };
          const { events, outcome } = refreshTokens(state, command);
          state = events.reduce(evolveAuthorization, state);
          if (before._tag === "Ended") assert.strictEqual(state, before);
          if (outcome._tag !== "Rotated") continue;
          assert.strictEqual(before._tag === "Active" ? before.tokens.current : "none", command.presentedHash);
          assert.strictEqual(state._tag === "Active" ? state.tokens.current : "none", command.refreshHash);
          next += 1;
        }
      }),
      { numRuns: 1000 }
    );
  });
});
