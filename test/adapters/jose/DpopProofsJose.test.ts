import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import * as DpopProofsJose from "../../../src/adapters/jose/DpopProofsJose.ts";
import { DpopProofs } from "../../../src/domain/dpop/DpopProof.ts";
import { makeDpopKey } from "./dpopKey.ts";

const verify = (compact: string) =>
  Effect.flatMap(DpopProofs, (proofs) => proofs.verify(compact)).pipe(Effect.provide(DpopProofsJose.layer));

const reasonFor = (compact: string) =>
  verify(compact).pipe(
    Effect.flip,
    Effect.map((refusal) => refusal.reason)
  );

const claims = { jti: "a", htm: "POST", htu: "https://server.example.com/token", iat: 1_562_262_616 };

const sign = (header: Readonly<Record<string, unknown>>, payload: Readonly<Record<string, unknown>> = claims) =>
  Effect.promise(async () => (await makeDpopKey()).proof(payload, header));

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const rfcHeader =
  "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19";
const rfcTokenProof = `${rfcHeader}.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg`;
const rfcResourceProof = `${rfcHeader}.eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA`;

describe("DpopProofsJose", () => {
  it.effect("DP-21 accepts the proof of the token request in RFC 9449, figure 2", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* verify(rfcTokenProof), {
        jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I",
        jti: "-BwC3ESc6acc2lTc",
        htm: "POST",
        htu: "https://server.example.com/token",
        iat: 1_562_262_616,
        ath: null,
        nonce: null
      });
    })
  );

  it.effect("DP-21 accepts the proof of the resource request in RFC 9449, figure 12", () =>
    Effect.gen(function* () {
      const proof = yield* verify(rfcResourceProof);
      assert.strictEqual(proof.ath, "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo");
      assert.strictEqual(proof.htm, "GET");
    })
  );

  it.effect("DP-02 refuses anything that is not exactly one compact JWS", () =>
    Effect.gen(function* () {
      for (const text of ["", "a.b", `${rfcTokenProof}, ${rfcTokenProof}`, `${rfcTokenProof}.`, ` ${rfcTokenProof}`]) {
        assert.strictEqual(yield* reasonFor(text), "malformed", text);
      }
      assert.strictEqual(yield* reasonFor(`${"a".repeat(9000)}.b.c`), "malformed");
    })
  );

  it.effect.each([undefined, "JWT", "at+jwt", "DPOP+JWT"])("DP-03 refuses the type %s", (typ) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonFor(yield* sign({ typ })), "wrong-typ");
    })
  );

  it.effect("DP-04 refuses every algorithm except ES256", () =>
    Effect.gen(function* () {
      const { privateKey, publicKey } = yield* Effect.promise(() => generateKeyPair("ES384"));
      const jwk = yield* Effect.promise(() => exportJWK(publicKey));
      const es384 = yield* Effect.promise(() =>
        new SignJWT(claims).setProtectedHeader({ alg: "ES384", typ: "dpop+jwt", jwk }).sign(privateKey)
      );
      const hs256 = yield* Effect.promise(() =>
        new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "dpop+jwt", jwk }).sign(Buffer.alloc(32, 1))
      );
      const none = `${base64url({ alg: "none", typ: "dpop+jwt", jwk })}.${base64url(claims)}.AA`;
      for (const proof of [es384, hs256, none]) assert.strictEqual(yield* reasonFor(proof), "alg-not-allowed");
    })
  );

  it.effect("DP-05 refuses a key that is missing, private, of another type or curve, off the curve, or respelled", () =>
    Effect.gen(function* () {
      const { privateKey, publicKey } = yield* Effect.promise(() => generateKeyPair("ES256", { extractable: true }));
      const good = yield* Effect.promise(() => exportJWK(publicKey));
      const secret = yield* Effect.promise(() => exportJWK(privateKey));
      const y = good.y ?? "";
      const last = y.slice(-1);
      const respelled = `${y.slice(0, -1)}${String.fromCharCode(last.charCodeAt(0) + 1)}`;
      const keys = [
        undefined,
        null,
        "jwk",
        secret,
        { kty: "oct", k: "AAAA" },
        { ...good, kty: "RSA" },
        { ...good, crv: "P-384" },
        { ...good, x: good.y, y: good.x },
        { ...good, y: respelled },
        { ...good, alg: "ES384" },
        { ...good, use: "enc" }
      ];
      for (const jwk of keys) assert.strictEqual(yield* reasonFor(yield* sign({ jwk })), "bad-key");
    })
  );

  it.effect("DP-06 refuses a signature that is of another key, in DER, all zeros, or truncated", () =>
    Effect.gen(function* () {
      const [header, payload] = rfcTokenProof.split(".");
      const raw = Buffer.from(rfcTokenProof.split(".")[2] ?? "", "base64url");
      const der = Buffer.concat([
        Buffer.from([0x30, 0x44, 0x02, 0x20]),
        raw.subarray(0, 32),
        Buffer.from([0x02, 0x20]),
        raw.subarray(32)
      ]);
      const signatures = [
        der,
        Buffer.alloc(64),
        Buffer.alloc(64, 0xff),
        raw.subarray(0, 63),
        Buffer.from([...raw.subarray(0, 63), 0])
      ];
      for (const signature of signatures) {
        assert.strictEqual(
          yield* reasonFor(`${header}.${payload}.${signature.toString("base64url")}`),
          "bad-signature"
        );
      }
    })
  );

  it.effect("DP-07 refuses claims that are missing or of another type", () =>
    Effect.gen(function* () {
      const wrong = [
        { ...claims, jti: undefined },
        { ...claims, jti: 1 },
        { ...claims, htm: undefined },
        { ...claims, htu: ["https://server.example.com/token"] },
        { ...claims, iat: undefined },
        { ...claims, iat: "1562262616" },
        { ...claims, ath: 1 },
        { ...claims, nonce: {} }
      ];
      for (const payload of wrong) {
        const proof = yield* Effect.promise(async () => {
          const { privateKey, publicKey } = await generateKeyPair("ES256");
          const jwk = await exportJWK(publicKey);
          const { CompactSign } = await import("jose");
          return new CompactSign(Buffer.from(JSON.stringify(payload)))
            .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
            .sign(privateKey);
        });
        assert.strictEqual(yield* reasonFor(proof), "bad-claims", JSON.stringify(payload));
      }
    })
  );

  it.effect("rounds a fractional time down to the second (RFC 7519, NumericDate)", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* verify(yield* sign({}, { ...claims, iat: 1_562_262_616.75 }))).iat, 1_562_262_616);
    })
  );

  it.effect("reads many proofs of one key, and distinguishes keys", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.promise(() => Promise.all([makeDpopKey(), makeDpopKey()]));
      const proofs = yield* DpopProofs;
      for (const key of [one, other, one]) {
        const proof = yield* Effect.promise(() => key.proof(claims));
        assert.strictEqual((yield* proofs.verify(proof)).jkt, key.jkt);
      }
    }).pipe(Effect.provide(DpopProofsJose.layer))
  );
});
