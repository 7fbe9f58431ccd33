import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import {
  codeChallenge,
  isCodeChallenge,
  isCodeVerifier,
  verifierMatches
} from "../../../../src/domain/authorization/request/pkce.ts";

const unreserved = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"];
const verifier = fc.string({ unit: fc.constantFrom(...unreserved), minLength: 43, maxLength: 128 });

describe("PKCE", () => {
  it("AC-07 agrees with RFC 7636, appendix B", () => {
    const given = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    assert.strictEqual(codeChallenge(given), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    assert.isTrue(verifierMatches("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", given));
  });

  it("matches a verifier to its own challenge only", () => {
    fc.assert(
      fc.property(verifier, verifier, (one, other) => {
        assert.isTrue(isCodeVerifier(one));
        assert.isTrue(isCodeChallenge(codeChallenge(one)));
        assert.strictEqual(verifierMatches(codeChallenge(one), other), one === other);
      })
    );
  });

  it("AC-06 rejects a verifier of another length or alphabet, even if its hash is right", () => {
    for (const odd of [
      "",
      "x".repeat(42),
      "x".repeat(129),
      `${"x".repeat(42)}+`,
      `${"x".repeat(42)}é`,
      `${"x".repeat(43)}\n`
    ]) {
      assert.isFalse(isCodeVerifier(odd));
      assert.isFalse(verifierMatches(codeChallenge(odd), odd));
    }
  });
});
