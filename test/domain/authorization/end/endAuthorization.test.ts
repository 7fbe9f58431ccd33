import { assert, describe, it } from "@effect/vitest";
import type { AuthorizationEvent } from "../../../../src/domain/authorization/AuthorizationEvent.ts";
import { endAuthorization } from "../../../../src/domain/authorization/end/endAuthorization.ts";
import { completed, ended, exchanged, failed, fold, loginStarted, requested, returned, toCode } from "../samples.ts";

describe("endAuthorization", () => {
  it.each<readonly [string, ReadonlyArray<AuthorizationEvent>, number]>([
    ["nothing", [], 0],
    ["a request", [requested], 0],
    ["a login under way", [requested, loginStarted, returned], 0],
    ["a login that failed", [requested, failed], 0],
    ["somebody who has just signed in", [requested, loginStarted, returned, completed], 1],
    ["a code that is not redeemed", toCode, 1],
    ["tokens", [...toCode, exchanged], 1],
    ["what has ended", [...toCode, exchanged, ended], 0]
  ])("ends of %s what can be ended", (_of, events, count) => {
    const found = endAuthorization(fold(...events), "auth_1", "revoked-by-user");
    assert.deepStrictEqual(
      found.map(({ _tag }) => _tag),
      Array(count).fill("AuthorizationEnded.v1")
    );
    assert.strictEqual(endAuthorization(fold(...events, ...found), "auth_1", "revoked-by-user").length, 0);
  });
});
