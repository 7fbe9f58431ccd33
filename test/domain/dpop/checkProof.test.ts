import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import { checkProof, type ProofExpectation, proofAge } from "../../../src/domain/dpop/checkProof.ts";
import type { DpopProof } from "../../../src/domain/dpop/DpopProof.ts";

const now = 1_800_000_000;
const proof: DpopProof = {
  jkt: "key",
  jti: "jti",
  htm: "POST",
  htu: "https://app.example/oauth/token",
  iat: now,
  ath: null,
  nonce: null
};
const expected: ProofExpectation = {
  htm: "POST",
  htu: "https://app.example/oauth/token",
  now,
  ath: null,
  jkt: null,
  vouched: false
};

const outcome = (changed: Partial<DpopProof>, asked: Partial<ProofExpectation> = {}) =>
  Either.match(checkProof({ ...proof, ...changed }, { ...expected, ...asked }), {
    onLeft: ({ reason }) => reason,
    onRight: () => "good"
  });

describe("checkProof", () => {
  it.each<readonly [Partial<DpopProof>, Partial<ProofExpectation>, string]>([
    [{}, {}, "good"],
    [{ htu: "HTTPS://APP.example:443/oauth/token?x#y" }, {}, "good"],
    [{ jti: "" }, {}, "bad-claims"],
    [{ jti: "x".repeat(256) }, {}, "good"],
    [{ jti: "x".repeat(257) }, {}, "bad-claims"],
    [{ jti: "é".repeat(128) }, {}, "good"],
    [{ jti: `x${"é".repeat(128)}` }, {}, "bad-claims"],
    [{ jti: "😀".repeat(65) }, {}, "bad-claims"],
    [{ htm: "post" }, {}, "wrong-method"],
    [{ htm: "GET" }, {}, "wrong-method"],
    [{ htu: "https://app.example/oauth/par" }, {}, "wrong-uri"],
    [{ htu: "nonsense" }, {}, "wrong-uri"],
    [{ iat: now - proofAge.past }, {}, "good"],
    [{ iat: now - proofAge.past - 1 }, {}, "too-old"],
    [{ iat: now + proofAge.future }, {}, "good"],
    [{ iat: now + proofAge.future + 1 }, {}, "in-the-future"],
    [{ iat: now + proofAge.future + 1 }, { vouched: true }, "good"],
    [{ iat: now + proofAge.vouchedFuture + 1 }, { vouched: true }, "in-the-future"],
    [{ iat: now - proofAge.past - 1 }, { vouched: true }, "too-old"],
    [{ ath: "hash" }, { ath: "hash" }, "good"],
    [{}, { ath: "hash" }, "wrong-token-hash"],
    [{ ath: "other" }, { ath: "hash" }, "wrong-token-hash"],
    [{ ath: "ignored at the token endpoint" }, {}, "good"],
    [{}, { jkt: "key" }, "good"],
    [{}, { jkt: "other" }, "wrong-key"]
  ])("DP-07..DP-18 finds %j for %j: %s", (changed, asked, reason) => {
    assert.strictEqual(outcome(changed, asked), reason);
  });
});
