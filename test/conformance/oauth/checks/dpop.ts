import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { askMutation, askResource, isActive, resourceProof } from "../access.ts";
import { type Check, check, NotApplicable } from "../Check.ts";
import { expectError, expectStatus, forEachCase } from "../expectations.ts";
import type { Answer } from "../HttpWire.ts";
import { hashOf, ProofKey } from "../ProofKey.ts";
import { openSession, refresh, refreshed, type Session, sessionOf } from "../steps.ts";
import type { Target } from "../Target.ts";
import { nonceChecks } from "./nonces.ts";
import * as proofs from "./proofs.ts";
import { rfc9449Figures } from "./rfc9449.ts";

type Faults = Readonly<Record<string, proofs.Fault>>;

const claimsAt = (target: Target, htu: URL, more: Readonly<Record<string, unknown>> = {}) => ({
  jti: randomUUID(),
  htm: "POST",
  htu: htu.href,
  iat: target.now,
  ...more
});

const expectChallenge = (answer: Answer, ...errors: ReadonlyArray<string>): void => {
  expectStatus(answer, 401);
  const challenge = answer.header("www-authenticate") ?? "";
  assert.match(challenge, /^DPoP /, "the challenge names the scheme");
  assert.ok(
    errors.some((error) => challenge.includes(`error="${error}"`)),
    `expected ${errors.join(" or ")}: ${challenge}`
  );
};

/** A proof with a fault is refused by the token endpoint and by the resource, and uses nothing up. */
const refusedEverywhere = (faults: Faults) => async (target: Target) => {
  const session = await openSession(target, target.client("public"));
  const token = target.endpoint("token_endpoint");
  const ath = hashOf(session.accessToken);
  await forEachCase(faults, async (fault) => {
    const proof = await fault(session.key, claimsAt(target, token));
    expectError(await refresh(target, session, {}, { proof }), 400, "invalid_dpop_proof");
    const dpop = await fault(session.key, claimsAt(target, target.resource(), { ath }));
    const answer = await askMutation(target, { authorization: `DPoP ${session.accessToken}`, dpop });
    expectChallenge(answer, "invalid_dpop_proof", "invalid_token");
  });
  assert.ok(await isActive(target, session));
  expectStatus(await refresh(target, session), 200);
};

const acceptedEverywhere = (variants: Faults) => async (target: Target) => {
  let session = await openSession(target, target.client("public"));
  await forEachCase(variants, async (variant) => {
    const proof = await variant(session.key, claimsAt(target, target.endpoint("token_endpoint")));
    session = sessionOf(session, await refresh(target, session, {}, { proof }));
    const ath = hashOf(session.accessToken);
    const dpop = await variant(session.key, claimsAt(target, target.resource(), { ath }));
    await expectAccepted(target, session, dpop);
  });
};

const expectAccepted = async (target: Target, { accessToken }: Session, dpop: string, node = 0): Promise<void> => {
  const answer = await askResource(target, { authorization: `DPoP ${accessToken}`, dpop }, node);
  expectStatus(answer, 200);
  assert.equal(answer.header("www-authenticate"), null, "the resource refused a good proof");
};

const withoutProof = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  expectError(await refresh(target, session, {}, { key: null }), 400, "invalid_dpop_proof");
  const answer = await askMutation(target, { authorization: `DPoP ${session.accessToken}` });
  expectChallenge(answer, "invalid_dpop_proof", "invalid_token");
  assert.match(answer.header("www-authenticate") ?? "", /algs="[^"]*ES256/);
};

const severalHeaders = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  const token = target.endpoint("token_endpoint").href;
  const two = [await session.key.proof("POST", token), await session.key.proof("POST", token)];
  const url = target.endpoint("token_endpoint");
  const fields = {
    grant_type: "refresh_token",
    refresh_token: session.refreshToken,
    client_id: session.client.clientId
  };
  expectError(await target.post(url, fields, { headers: { dpop: two } }), 400, "invalid_dpop_proof");
  const { accessToken, key } = session;
  const dpop = [await resourceProof(target, key, accessToken), await resourceProof(target, key, accessToken)];
  expectChallenge(await askMutation(target, { authorization: `DPoP ${accessToken}`, dpop }), "invalid_dpop_proof");
  await refusedEverywhere(proofs.malformed)(target);
};

const publicAddress = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  const token = target.endpoint("token_endpoint");
  const evil = `https://evil.example${token.pathname}`;
  const spoofs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    host: { host: "evil.example" },
    "x-forwarded-host": { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    forwarded: { forwarded: "host=evil.example;proto=https" }
  };
  let current = session;
  await forEachCase(spoofs, async (headers) => {
    const proof = await session.key.proof("POST", evil);
    expectError(await refresh(target, current, {}, { proof, headers }), 400, "invalid_dpop_proof");
    current = sessionOf(session, await refresh(target, current, {}, { headers }));
  });
};

const clocks = async (target: Target): Promise<void> => {
  const near = { "10 s behind": -10, "10 s ahead": 10 };
  const far = { "75 s ahead": 75, "an hour ahead": 3600, "10 minutes old": -600, "before 1970": -target.now - 1 };
  const shifted = (seconds: number) => proofs.withClaims({ iat: target.now + seconds });
  const variants = (of: Readonly<Record<string, number>>): Faults =>
    Object.fromEntries(Object.entries(of).map(([name, seconds]) => [name, shifted(seconds)]));
  await acceptedEverywhere(variants(near))(target);
  await refusedEverywhere(variants(far))(target);
};

const once = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  const proof = await session.key.proof("POST", target.endpoint("token_endpoint").href, { iat: target.now });
  const next = sessionOf(session, await refresh(target, session, {}, { proof }));
  for (const node of [0, 1, 2, 3])
    expectError(await refresh(target, next, {}, { proof, node }), 400, "invalid_dpop_proof");
  const { accessToken, key } = await refreshed(target, next);
  const dpop = await resourceProof(target, key, accessToken);
  const ask = (_: unknown, node: number) => askMutation(target, { authorization: `DPoP ${accessToken}`, dpop }, node);
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  const taken = answers.filter((answer) => answer.header("www-authenticate") === null);
  assert.equal(taken.length, 1, `${taken.length} of 50 uses of one proof were accepted`);
  assert.ok(answers.every(({ status }) => status < 500));
};

const perKey = async (target: Target): Promise<void> => {
  const jti = `conformance-${randomUUID()}`;
  for (let key = 0; key < 2; key += 1) {
    const session = await openSession(target, target.client("public"));
    const proof = await session.key.proof("POST", target.endpoint("token_endpoint").href, { jti, iat: target.now });
    expectStatus(await refresh(target, session, {}, { proof }), 200);
  }
  if (target.options.operator === null) return;
  assert.ok(!(await target.operator().storedText()).includes(jti), "a jti is stored as it is");
};

/** A proof that is refused for another reason has not used up its jti. */
const spentLast = async (target: Target): Promise<void> => {
  await perKey(target);
  const session = await openSession(target, target.client("public"));
  const stranger = await ProofKey.make();
  const jti = randomUUID();
  const { accessToken, key } = session;
  const wrong = await resourceProof(target, stranger, accessToken, { jti });
  expectChallenge(
    await askMutation(target, { authorization: `DPoP ${accessToken}`, dpop: wrong }),
    "invalid_dpop_proof",
    "invalid_token"
  );
  await expectAccepted(target, session, await resourceProof(target, key, accessToken, { jti }));
};

const boundToken = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  const other = await openSession(target, target.client("public"));
  const { accessToken, key } = session;
  const cases: Readonly<Record<string, Promise<string>>> = {
    "no ath": resourceProof(target, key, accessToken, { ath: undefined }),
    "ath of another token": resourceProof(target, key, other.accessToken),
    "ath with padding": resourceProof(target, key, accessToken, { ath: `${hashOf(accessToken)}=` }),
    "another key": resourceProof(target, other.key, accessToken)
  };
  await forEachCase(cases, async (proof) => {
    const answer = await askMutation(target, { authorization: `DPoP ${accessToken}`, dpop: await proof });
    expectChallenge(answer, "invalid_dpop_proof", "invalid_token");
  });
  assert.ok(await isActive(target, session));
};

const schemes = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  const { accessToken, key } = session;
  const dpop = () => resourceProof(target, key, accessToken);
  expectChallenge(await askMutation(target, { authorization: `Bearer ${accessToken}` }), "invalid_token");
  expectChallenge(
    await askMutation(target, { authorization: `Bearer ${accessToken}`, dpop: await dpop() }),
    "invalid_token"
  );
  const bearer = await openSession(target, target.client("basic"));
  const asDpop = {
    authorization: `DPoP ${bearer.accessToken}`,
    dpop: await resourceProof(target, bearer.key, bearer.accessToken)
  };
  expectChallenge(await askMutation(target, asDpop), "invalid_token");
  const both = { authorization: [`Bearer ${accessToken}`, `DPoP ${accessToken}`], dpop: await dpop() };
  const answer = await askMutation(target, both);
  expectStatus(answer, 400, 401);
  assert.match(answer.header("www-authenticate") ?? "", /error="invalid_request"/);
};

const onlyInTheHeader = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("basic"));
  const url = target.resource();
  url.search = new URLSearchParams({ access_token: session.accessToken }).toString();
  const query = "{ viewer { did } }";
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({ query, access_token: session.accessToken });
  for (const at of [url, target.resource()]) {
    const answer = await target.send(at, { method: "POST", headers: json, body });
    assert.ok(!answer.text.includes(session.sub), "a token in the query or the body was taken");
  }
  const known = await askResource(
    target,
    { authorization: `Bearer ${session.accessToken}` },
    0,
    JSON.stringify({ query })
  );
  if (known.status === 200 && !known.text.includes(session.sub))
    throw new NotApplicable("the resource does not tell the viewer");
};

/** Group DP: proofs of possession, at the authorization server and at the resource. */
export const dpopChecks: ReadonlyArray<Check> = [
  check("DP-01", "A bound client without a proof is refused", withoutProof),
  check(
    "DP-02",
    "Two DPoP headers, joined ones, an empty one, and anything but a JWT of three parts are refused",
    severalHeaders
  ),
  check("DP-03", "typ that is missing, JWT or at+jwt is refused", refusedEverywhere(proofs.wrongType)),
  check(
    "DP-04",
    "alg none, HS256, and all others that are not allowed are refused",
    refusedEverywhere(proofs.wrongAlgorithm)
  ),
  check(
    "DP-05",
    "jwk that is missing, private, symmetric, of another curve or off the curve is refused",
    refusedEverywhere(proofs.wrongKey)
  ),
  check(
    "DP-06",
    "An invalid signature, DER, and r or s of zero or the order are refused",
    refusedEverywhere(proofs.wrongSignature)
  ),
  check(
    "DP-07",
    "jti, htm, htu or iat that is missing or of the wrong type is refused",
    refusedEverywhere(proofs.wrongClaims)
  ),
  check("DP-08", "Another htm is refused, also in lower case", refusedEverywhere(proofs.wrongMethod)),
  check("DP-09", "Another host, path, port or scheme in htu is refused", refusedEverywhere(proofs.wrongUri)),
  check("DP-10", "An equivalent htu is accepted", acceptedEverywhere(proofs.equivalentUri)),
  check("DP-11", "htu is compared with the public URL, never with the host in the request", publicAddress),
  ...nonceChecks,
  check("DP-15", "iat 10 s off is accepted, beyond the window refused", clocks),
  check("DP-16", "A proof is accepted once over all processes", once),
  check("DP-17", "A jti counts once per key, is stored as a hash, and is consumed after all other checks", spentLast),
  check("DP-18", "At the resource, a missing or wrong ath and another key are refused", boundToken),
  check("DP-19", "A bound token as Bearer, a bearer token as DPoP, and both schemes at once are refused", schemes),
  check("DP-20", "A token in the query or the body is ignored", onlyInTheHeader),
  check("DP-21", "The examples of RFC 9449 and RFC 7638 verify at their own time", rfc9449Figures)
];
