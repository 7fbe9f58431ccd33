import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { askMutation, askResource, resourceProof } from "../access.ts";
import { type Check, check } from "../Check.ts";
import { expectError, expectStatus } from "../expectations.ts";
import type { Answer } from "../HttpWire.ts";
import { openSession, refresh, type Session, sessionOf } from "../steps.ts";
import type { Target } from "../Target.ts";

const nonceOf = (answer: Answer): string => {
  const lines = answer.lines("dpop-nonce");
  assert.equal(lines.length, 1, `expected one DPoP-Nonce, got ${lines.length} with ${answer.status}`);
  assert.match(answer.header("cache-control") ?? "", /no-store/, "an answer with a nonce is not cached");
  return lines[0] ?? "";
};

const proofAt = (target: Target, session: Session, claims: Readonly<Record<string, unknown>> = {}) =>
  session.key.proof("POST", target.endpoint("token_endpoint").href, { iat: target.now, ...claims });

const challenged = async (target: Target): Promise<void> => {
  const nonces = target.with("nonces");
  const session = await openSession(nonces, nonces.client("public"));
  const refused = await refresh(nonces, session, {}, { proof: await proofAt(nonces, session) });
  expectError(refused, 400, "use_dpop_nonce");
  const nonce = nonceOf(refused);
  const { accessToken, key } = session;
  const atResource = await askMutation(nonces, {
    authorization: `DPoP ${accessToken}`,
    dpop: await resourceProof(nonces, key, accessToken)
  });
  expectStatus(atResource, 401);
  assert.match(atResource.header("www-authenticate") ?? "", /^DPoP .*error="use_dpop_nonce"/);
  const dpop = await resourceProof(nonces, key, accessToken, { nonce: nonceOf(atResource) });
  const taken = await askResource(nonces, { authorization: `DPoP ${accessToken}`, dpop });
  assert.equal(taken.header("www-authenticate"), null);
  expectStatus(await refresh(nonces, session, {}, { nonce }), 200);
};

const wrongNonces = async (target: Target): Promise<void> => {
  const nonces = target.with("nonces");
  const session = await openSession(nonces, nonces.client("public"));
  const wrong = ["x", randomUUID(), Buffer.alloc(16).toString("base64url"), ""];
  let fresh = "";
  for (const nonce of wrong) {
    const answer = await refresh(nonces, session, {}, { proof: await proofAt(nonces, session, { nonce }) });
    expectError(answer, 400, "use_dpop_nonce");
    fresh = nonceOf(answer);
  }
  assert.ok(fresh.length >= 16, "a nonce that can be guessed");
  const elsewhere = await refresh(nonces, session, {}, { nonce: fresh, node: 1 });
  expectStatus(elsewhere, 200);
};

const everyAnswer = async (target: Target): Promise<void> => {
  const nonces = target.with("nonces");
  const session = await openSession(nonces, nonces.client("public"));
  const first = nonceOf(await refresh(nonces, session, {}, { proof: await proofAt(nonces, session) }));
  const good = await refresh(nonces, session, {}, { nonce: first });
  expectStatus(good, 200);
  nonceOf(good);
  const next = sessionOf(session, good);
  const refused = await refresh(nonces, { ...next, refreshToken: "refresh_nobody" }, {}, { nonce: first });
  expectError(refused, 400, "invalid_grant");
  nonceOf(refused);
  const { accessToken, key } = next;
  const dpop = await resourceProof(nonces, key, accessToken, { nonce: first });
  nonceOf(await askResource(nonces, { authorization: `DPoP ${accessToken}`, dpop }));
};

/** Where the target requires nonces of its own. */
export const nonceChecks: ReadonlyArray<Check> = [
  check(
    "DP-12",
    "A proof without a nonce gets use_dpop_nonce and a DPoP-Nonce, at the token endpoint and the resource",
    challenged
  ),
  check("DP-13", "A wrong nonce gets a new one, which is valid in every process", wrongNonces),
  check("DP-14", "Every response has exactly one DPoP-Nonce, on success and errors, with no-store", everyAnswer)
];
