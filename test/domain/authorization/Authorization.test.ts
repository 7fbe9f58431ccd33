import { assert, it } from "@effect/vitest";
import * as fc from "fast-check";
import { evolveAuthorization, initialAuthorization } from "../../../src/domain/authorization/Authorization.ts";
import {
  completed,
  ended,
  everyEvent,
  exchanged,
  failed,
  fold,
  issued,
  loginStarted,
  refreshed,
  requested,
  returned,
  toCode
} from "./samples.ts";

it.each([
  [[], "Unknown"],
  [[requested], "Requested"],
  [[requested, loginStarted], "LoginStarted"],
  [[requested, loginStarted, returned], "Returned"],
  [[requested, loginStarted, returned, completed], "LoggedIn"],
  [toCode, "CodePending"],
  [[...toCode, exchanged], "Active"],
  [[...toCode, exchanged, refreshed], "Active"],
  [[...toCode, exchanged, ended], "Ended"],
  [[requested, failed], "Failed"],
  [[requested, loginStarted, returned, failed], "Failed"],
  [[completed], "Unknown"],
  [[requested, completed], "Requested"],
  [[requested, loginStarted, completed], "LoginStarted"],
  [[requested, exchanged], "Requested"],
  [[requested, failed, loginStarted], "Failed"],
  [[...toCode, exchanged, requested], "Active"],
  [[...toCode, exchanged, ended, refreshed], "Ended"]
] as const)("folds %j to %s", (events, tag) => {
  assert.strictEqual(fold(...events)._tag, tag);
});

it("an authorization folds any sequence of events without throwing, and stays ended or failed", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...everyEvent), { maxLength: 40 }), (history) => {
      let state = initialAuthorization;
      for (const event of history) {
        const before = state;
        state = evolveAuthorization(state, event);
        if (before._tag === "Ended" || before._tag === "Failed") assert.strictEqual(state, before);
      }
    }),
    { numRuns: 2000 }
  );
});

it("an authorization knows the current refresh token and the previous one", () => {
  const state = fold(...toCode, exchanged, refreshed);
  if (state._tag !== "Active") return assert.fail(state._tag);
  assert.deepInclude(state.tokens, { current: "refresh-2", replaced: "refresh-1" });
  assert.strictEqual(state.codeHash, issued.codeHash);
  return undefined;
});
