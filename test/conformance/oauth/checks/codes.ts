import assert from "node:assert/strict";
import { isActive, within } from "../access.ts";
import { type Check, check } from "../Check.ts";
import { expectError, expectStatus, forEachCase } from "../expectations.ts";
import { memberOf } from "../json.ts";
import { onMovedClock } from "../movingClock.ts";
import { hashOf, ProofKey } from "../ProofKey.ts";
import { exchange, type Grant, login, openSession, postAs, refresh, requestOf, sessionOf } from "../steps.ts";
import { type Fields, type Target, textOf } from "../Target.ts";
import { basicHeader } from "../TestClient.ts";

const parOf = (target: Target): URL => target.endpoint("pushed_authorization_request_endpoint");

const unguessable = async (target: Target): Promise<void> => {
  const codes = new Set<string>();
  for (let made = 0; made < 5; made += 1) {
    const { code } = await login(target, target.client("public"));
    const random = code.replace(/^code_/, "");
    assert.ok(random.length >= 27, `a code of ${random.length} characters holds fewer than 160 bits`);
    codes.add(code);
  }
  assert.equal(codes.size, 5);
  if (target.options.operator === null) return;
  const stored = await target.operator().storedText();
  for (const code of codes) assert.ok(!stored.includes(code), "a code is stored as it is");
};

const expires = (target: Target): Promise<void> =>
  onMovedClock(target, async (later) => {
    const grant = await login(later, later.client("public"));
    await later.elapse(61_000);
    expectError(await exchange(later, grant), 400, "invalid_grant");
  });

const secondUse = async (target: Target): Promise<void> => {
  for (const kind of ["public", "basic"] as const) {
    await onMovedClock(target, async (later) => {
      const session = await openSession(later, later.client(kind));
      assert.ok(await isActive(later, session));
      await later.elapse(31_000);
      expectError(await exchange(later, session), 400, "invalid_grant");
      const over = async () => !(await isActive(later, session));
      await within(1_000, over, `the access token of a ${kind} client outlived the replay of its code`);
      expectError(await refresh(later, session), 400, "invalid_grant");
    });
  }
};

const repeats = async (target: Target): Promise<void> => {
  for (const kind of ["public", "basic"] as const) {
    const session = await openSession(target, target.client(kind));
    for (const node of [0, 1, 2, 3]) {
      const again = await exchange(target, session, {}, { node });
      expectStatus(again, 200);
      assert.equal(textOf(again, "refresh_token"), session.refreshToken, "a repeat gave other tokens");
      assert.equal(textOf(again, "access_token"), session.accessToken, "a repeat gave other tokens");
    }
    expectStatus(await refresh(target, session), 200);
    expectError(await exchange(target, session), 400, "invalid_grant");
    await within(1_000, async () => !(await isActive(target, session)), "a repeat after the refresh ended nothing");
  }
};

const harmlessReplay = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  expectError(await exchange(target, session, { code_verifier: target.newVerifier() }), 400, "invalid_grant");
  expectError(await exchange(target, session, {}, { key: await ProofKey.make() }), 400, "invalid_grant");
  const stranger = { ...session, client: target.client("otherPublic") };
  expectError(await exchange(target, stranger), 400, "invalid_grant");
  assert.ok(await isActive(target, session), "a replay that proves nothing ended the session");
  expectStatus(await refresh(target, session), 200);
};

const otherClient = async (target: Target): Promise<void> => {
  const grant = await login(target, target.client("basic"));
  for (const kind of ["otherBasic", "post"] as const)
    expectError(await exchange(target, { ...grant, client: target.client(kind) }), 400, "invalid_grant");
  expectStatus(await exchange(target, grant), 200);
};

const verifiers = async (target: Target): Promise<void> => {
  const malformed: Readonly<Record<string, Fields>> = {
    missing: { code_verifier: undefined },
    empty: { code_verifier: "" },
    "42 characters": { code_verifier: "a".repeat(42) },
    "129 characters": { code_verifier: "a".repeat(129) },
    "another alphabet": { code_verifier: `${"a".repeat(43)}+` },
    "a line end": { code_verifier: `${"a".repeat(43)}\n` }
  };
  const grant = await login(target, target.client("public"));
  await forEachCase(malformed, async (fields) =>
    expectError(await exchange(target, grant, fields), 400, "invalid_request", "invalid_grant")
  );
  expectStatus(await exchange(target, grant), 200);
  const dying = await login(target, target.client("public"));
  for (let failure = 0; failure < 5; failure += 1)
    expectError(await exchange(target, dying, { code_verifier: target.newVerifier() }), 400, "invalid_grant");
  expectError(await exchange(target, dying), 400, "invalid_grant");
};

const appendixB = async (target: Target): Promise<void> => {
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  assert.equal(hashOf(verifier), challenge);
  const grant = await login(target, target.client("public"), { code_challenge: challenge });
  expectStatus(await exchange(target, { ...grant, verifier }), 200);
};

const oneOfFifty = async (target: Target): Promise<void> => {
  const grant = await login(target, target.client("public"));
  const requests = Array.from({ length: 50 }, (_, node) => exchange(target, grant, {}, { node }));
  const answers = await Promise.all(requests);
  const statuses = answers.map(({ status }) => status);
  assert.ok(
    statuses.every((status) => status === 200),
    `answers: ${statuses.join(" ")}`
  );
  const pairs = new Set(answers.map((answer) => textOf(answer, "refresh_token")));
  assert.equal(pairs.size, 1, `${pairs.size} pairs of tokens for one code`);
  const [reply] = answers;
  if (reply !== undefined) expectStatus(await refresh(target, sessionOf(grant, reply), {}, { node: 3 }), 200);
};

const boundFromTheStart = async (target: Target): Promise<void> => {
  const client = target.client("public");
  const early = await ProofKey.make();
  const asked = await login(target, client, { dpop_jkt: early.jkt }, { key: early });
  expectError(await exchange(target, asked, {}, { key: await ProofKey.make() }), 400, "invalid_grant");
  expectStatus(await exchange(target, asked), 200);
  const par = parOf(target);
  await forEachCase({ "by the header": early, "by dpop_jkt": null }, async (key) => {
    const verifier = target.newVerifier();
    const hint = target.options.loginHint ?? undefined;
    const jkt = key === null ? { dpop_jkt: early.jkt } : {};
    const pushed = await postAs(
      target,
      client,
      par,
      requestOf(target, client, verifier, { login_hint: hint, ...jkt }),
      { key }
    );
    expectStatus(pushed, 201);
    const grant = await loginPushed(target, client, String(memberOf(pushed.text, "request_uri")), verifier, early);
    expectError(await exchange(target, grant, {}, { key: await ProofKey.make() }), 400, "invalid_grant");
    expectStatus(await exchange(target, grant), 200);
  });
};

/** A login by a request that was pushed. */
export const loginPushed = async (
  target: Target,
  client: Grant["client"],
  request_uri: string,
  verifier: string,
  key: ProofKey
): Promise<Grant> => {
  const only: Fields = {
    redirect_uri: undefined,
    response_type: undefined,
    code_challenge: undefined,
    code_challenge_method: undefined,
    state: undefined,
    scope: undefined,
    login_hint: undefined,
    request_uri
  };
  const grant = await login(target, client, only, { key });
  return { ...grant, verifier };
};

const retriable = async (target: Target): Promise<void> => {
  const confidential = await login(target, target.client("basic"));
  const wrong = { authorization: basicHeader(confidential.client.clientId, "wrong-wrong-wrong-wrong") };
  expectError(await exchange(target, confidential, {}, { headers: wrong }), 401, "invalid_client");
  const badProof = { proof: await (await ProofKey.make()).proof("GET", target.endpoint("token_endpoint").href) };
  expectError(await exchange(target, confidential, {}, badProof), 400, "invalid_dpop_proof");
  expectStatus(await exchange(target, confidential), 200);
  await afterFailure(target);
  await afterChallenge(target);
  await challengeOnce(target);
};

/** A 5xx consumes nothing. */
const afterFailure = async (target: Target): Promise<void> => {
  const fragile = target.options.variants.fragile;
  if (fragile === undefined) return;
  await fragile.exclusively(async () => {
    const grant = await login(fragile, fragile.client("public"));
    await fragile.operator().cutDatabase();
    const answer = await exchange(fragile, grant).finally(() => fragile.operator().mendDatabase());
    assert.equal(answer.status, 503, answer.text);
    await fragile.ready();
    expectStatus(await exchange(fragile, grant), 200);
  });
};

const afterChallenge = async (target: Target): Promise<void> => {
  const nonces = target.options.variants.nonces;
  if (nonces === undefined) return;
  const grant = await login(nonces, nonces.client("public"));
  const token = nonces.endpoint("token_endpoint").href;
  const challenged = await exchange(nonces, grant, {}, { proof: await grant.key.proof("POST", token) });
  expectError(challenged, 400, "use_dpop_nonce");
  const nonce = challenged.header("dpop-nonce") ?? "";
  expectStatus(await exchange(nonces, grant, {}, { nonce }), 200);
};

const challengeOnce = async (target: Target): Promise<void> => {
  if (typeof target.metadata.pushed_authorization_request_endpoint !== "string") return;
  const client = target.client("basic");
  const verifier = target.newVerifier();
  expectStatus(await postAs(target, client, parOf(target), requestOf(target, client, verifier)), 201);
  const again = await postAs(target, client, parOf(target), requestOf(target, client, verifier));
  expectError(again, 400, "invalid_request");
};

const onePair = async (target: Target): Promise<void> => {
  await oneOfFifty(target);
  await repeats(target);
};

/** Group AC: the authorization code. */
export const codeChecks: ReadonlyArray<Check> = [
  check("AC-01", "Codes have 160 random bits, differ, and are stored only as hashes", unguessable),
  check("AC-02", "A code is refused after 60 s", expires),
  check("AC-03", "A second redemption after 30 s is refused, and ends all tokens of the first within 1 s", secondUse),
  check("AC-04", "A replay with a wrong verifier, key or client does not affect the first tokens", harmlessReplay),
  check("AC-05", "Another client neither redeems nor consumes a code", otherClient),
  check("AC-06", "Wrong and malformed verifiers are refused, and five of them invalidate the code", verifiers),
  check("AC-07", "The example of RFC 7636 appendix B verifies", appendixB),
  check(
    "AC-08",
    "50 parallel redemptions over all processes, and a repeat within 30 s, get one pair of tokens",
    onePair
  ),
  check("AC-09", "A code requested with a DPoP key is redeemed only with that key", boundFromTheStart),
  check("AC-10", "A nonce challenge, a wrong secret and a 5xx consume nothing; a challenge is used once", retriable)
];
