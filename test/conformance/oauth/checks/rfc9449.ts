import assert from "node:assert/strict";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { calculateJwkThumbprint } from "jose";
import * as DpopProofsJose from "../../../../src/adapters/jose/DpopProofsJose.ts";
import { checkProof, type ProofExpectation } from "../../../../src/domain/dpop/checkProof.ts";
import { DpopProofs } from "../../../../src/domain/dpop/DpopProof.ts";
import { hashOf } from "../ProofKey.ts";
import type { Target } from "../Target.ts";

const header =
  "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19";
const tokenPayload =
  "eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ";
const refreshPayload =
  "eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjY1Mjk2fQ";
const resourcePayload =
  "eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9";

const jkt = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";
const ath = "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo";
const accessToken = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU";
const atToken = { htm: "POST", htu: "https://server.example.com/token", ath: null, jkt, vouched: false };

/** The proofs of RFC 9449, each with the request that it is for, at its own time. */
export const figures: Readonly<Record<string, { readonly proof: string; readonly request: ProofExpectation }>> = {
  "the token request": {
    proof: `${header}.${tokenPayload}.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg`,
    request: { ...atToken, now: 1_562_262_616 }
  },
  "the refresh": {
    proof: `${header}.${refreshPayload}.pAqut2IRDm_De6PR93SYmGBPXpwrAk90e8cP2hjiaG5QsGSuKDYW7_X620BxqhvYC8ynrrvZLTk41mSRroapUA`,
    request: { ...atToken, now: 1_562_265_296 }
  },
  "the resource request": {
    proof: `${header}.${resourcePayload}.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA`,
    request: {
      htm: "GET",
      htu: "https://resource.example.org/protectedresource",
      ath,
      jkt,
      vouched: false,
      now: 1_562_262_618
    }
  }
};

/** Verifies a proof for a request with the service's own code; left is the reason of its refusal. */
export const judge = (proof: string, request: ProofExpectation): Promise<Either.Either<unknown, string>> =>
  Effect.runPromise(
    Effect.flatMap(DpopProofs, (proofs) => proofs.verify(proof)).pipe(
      Effect.flatMap((verified) => checkProof(verified, request)),
      Effect.mapError(({ reason }) => reason),
      Effect.either,
      Effect.provide(DpopProofsJose.layer)
    )
  );

const rfc7638Key = {
  kty: "RSA",
  n: "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
  e: "AQAB"
};

/** Nothing on the wire can be dated 2019; so this check asks the code that runs in the target, where that is ours. */
export const rfc9449Figures = async (target: Target): Promise<void> => {
  target.operator();
  for (const [name, { proof, request }] of Object.entries(figures)) {
    assert.ok(Either.isRight(await judge(proof, request)), name);
    for (const change of [{ now: request.now + 3_600 }, { htm: "PUT" }, { htu: "https://evil.example/" }, { jkt: ath }])
      assert.ok(Either.isLeft(await judge(proof, { ...request, ...change })), `${name}, ${JSON.stringify(change)}`);
  }
  assert.equal(hashOf(accessToken), ath);
  assert.equal(await calculateJwkThumbprint(rfc7638Key), "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
};
