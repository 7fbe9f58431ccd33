import { createHash } from "node:crypto";
import * as Either from "effect/Either";
import { describe, expect, it } from "vitest";
import { thumbprint } from "../../../src/adapters/jose/EcPublicJwk.ts";
import { codeChallenge, verifierMatches } from "../../../src/domain/authorization/request/pkce.ts";
import { sha256Base64Url } from "../../../src/domain/crypto/sha256.ts";
import { figures, judge } from "../oauth/checks/rfc9449.ts";

const key = {
  kty: "EC",
  crv: "P-256",
  x: "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
  y: "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"
} as const;

describe("RFC 7636, appendix B", () => {
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  it("AC-07 computes the challenge, and matches no other verifier", () => {
    expect(codeChallenge(verifier)).toBe(challenge);
    expect(verifierMatches(challenge, verifier)).toBe(true);
    for (let at = 0; at < verifier.length; at += 1) {
      const other = `${verifier.slice(0, at)}${verifier[at] === "x" ? "y" : "x"}${verifier.slice(at + 1)}`;
      expect(verifierMatches(challenge, other)).toBe(false);
    }
  });
});

describe("RFC 7638 and RFC 9449, section 6.1", () => {
  it("DP-21 computes the thumbprint of the figure, with the members in order", () => {
    expect(thumbprint(key)).toBe("0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I");
    const canonical = `{"crv":"P-256","kty":"EC","x":"${key.x}","y":"${key.y}"}`;
    expect(thumbprint(key)).toBe(createHash("sha256").update(canonical).digest("base64url"));
  });

  it("DP-21 computes the hash of the access token", () => {
    expect(sha256Base64Url("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")).toBe(
      "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"
    );
  });
});

describe.each(Object.entries(figures))("RFC 9449, the proof of %s", (_, { proof, request }) => {
  it("DP-21 is valid at its own time, for its own request", async () => {
    expect(Either.isRight(await judge(proof, request))).toBe(true);
  });

  it.each([
    ["too late", { now: request.now + 301 }, "too-old"],
    ["too early", { now: request.now - 61 }, "in-the-future"],
    ["by another method", { htm: "PUT" }, "wrong-method"],
    ["at another URL", { htu: "https://server.example.com/other" }, "wrong-uri"],
    ["with another key", { jkt: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs" }, "wrong-key"],
    ["with another token", { ath: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs" }, "wrong-token-hash"]
  ])("is refused %s", async (_name, change, reason) => {
    expect(await judge(proof, { ...request, ...change })).toEqual(Either.left(reason));
  });

  it("is refused if any of its characters is changed", async () => {
    for (let at = 0; at < proof.length - 1; at += 7) {
      if (proof[at] === ".") continue;
      const other = `${proof.slice(0, at)}${proof[at] === "A" ? "B" : "A"}${proof.slice(at + 1)}`;
      expect(Either.isLeft(await judge(other, request)), `character ${at}`).toBe(true);
    }
  });
});
