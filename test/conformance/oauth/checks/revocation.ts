import assert from "node:assert/strict";
import { askMutation, credentialsOf, isActive, within } from "../access.ts";
import { type Check, check } from "../Check.ts";
import { expectError, expectStatus } from "../expectations.ts";
import type { Answer } from "../HttpWire.ts";
import { claimsOf, objectOf } from "../json.ts";
import { onMovedClock } from "../movingClock.ts";
import { ProofKey } from "../ProofKey.ts";
import { openSession, type ProvenRequest, postAs, refresh, refreshed, type Session } from "../steps.ts";
import { type Fields, formType, type Target } from "../Target.ts";
import { basicHeader, type TestClient } from "../TestClient.ts";

const revoke = (target: Target, client: TestClient, fields: Fields, proven: ProvenRequest = {}): Promise<Answer> =>
  postAs(target, client, target.endpoint("revocation_endpoint"), fields, proven);

const introspect = (target: Target, client: TestClient, fields: Fields): Promise<Answer> =>
  postAs(target, client, target.endpoint("introspection_endpoint"), fields);

const overEverywhere = async (target: Target, session: Session): Promise<void> => {
  for (const node of [0, 1, 2, 3])
    await within(1_000, async () => !(await isActive(target, session, node)), `process ${node} still takes the token`);
};

const revokesRefresh = async (target: Target): Promise<void> => {
  for (const kind of ["public", "basic"] as const) {
    const session = await openSession(target, target.client(kind));
    const next = await refreshed(target, session);
    expectStatus(
      await revoke(target, session.client, { token: next.refreshToken, token_type_hint: "refresh_token" }),
      200
    );
    await overEverywhere(target, next);
    await overEverywhere(target, session);
    expectError(await refresh(target, next), 400, "invalid_grant");
  }
};

const revokesAnything = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  const wrongHint = { token: session.accessToken, token_type_hint: "refresh_token" };
  expectStatus(await revoke(target, session.client, wrongHint), 200);
  await overEverywhere(target, session);
  for (const token of [session.accessToken, session.refreshToken, "nobody", "refresh_nobody", "a.b.c"])
    expectStatus(await revoke(target, session.client, { token, token_type_hint: "unknown" }), 200);
};

const notYours = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  for (const kind of ["otherPublic", "basic"] as const) {
    for (const token of [session.refreshToken, session.accessToken])
      expectStatus(await revoke(target, target.client(kind), { token }), 200, 400);
  }
  assert.ok(await isActive(target, session), "another client ended the session");
  expectStatus(await refresh(target, session), 200);
};

const refusals = async (target: Target): Promise<void> => {
  const client = target.client("basic");
  const url = target.endpoint("revocation_endpoint");
  const wrong = { authorization: basicHeader(client.clientId, "wrong-wrong-wrong-wrong") };
  expectError(await target.post(url, { token: "x" }, { headers: wrong }), 401, "invalid_client");
  expectError(await revoke(target, client, {}), 400, "invalid_request");
  expectError(await revoke(target, client, { token: "" }), 400, "invalid_request");
  const twice = { headers: { authorization: basicHeader(client.clientId, client.secret ?? "") } };
  expectError(await target.post(url, "token=a&token=b", twice), 400, "invalid_request");
  const get = await target.send(url, { headers: { "content-type": formType } });
  expectStatus(get, 405);
};

const withProof = async (target: Target): Promise<void> => {
  const url = target.endpoint("revocation_endpoint");
  const session = await openSession(target, target.client("public"));
  const proof = await session.key.proof("GET", url.href);
  expectError(
    await revoke(target, session.client, { token: session.refreshToken }, { proof }),
    400,
    "invalid_dpop_proof"
  );
  assert.ok(await isActive(target, session));
  expectStatus(await revoke(target, session.client, { token: session.refreshToken }, { key: session.key }), 200);
  await overEverywhere(target, session);
};

const upstreamToo = async (target: Target): Promise<void> => {
  const operator = target.operator();
  const somebody = await operator.somebody();
  const own = target.for(somebody);
  const [kept, session] = [await openSession(own, own.client("basic")), await openSession(own, own.client("public"))];
  const both = async () => (await somebody.sessionsAtPds()) === 2;
  await within(10_000, both, "the PDS does not hold a session for each authorization");
  expectStatus(await revoke(own, session.client, { token: session.refreshToken }), 200);
  const one = async () => (await somebody.sessionsAtPds()) === 1;
  await within(10_000, one, "the PDS still holds the session of what was revoked");
  const { sid } = claimsOf(session.accessToken);
  const ends = (await operator.events()).filter(
    ({ authorizationId, type }) => authorizationId === sid && type.startsWith("SessionEnded")
  );
  assert.equal(ends.length, 1, "the log tells once that the session ended");
  assert.ok(await isActive(own, kept), "another app of the same person lost its session, too");
};

const cannotWrite = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  expectStatus(await askMutation(target, await credentialsOf(target, session)), 200);
  expectStatus(await revoke(target, session.client, { token: session.accessToken }), 200);
  const refused = async () => (await askMutation(target, await credentialsOf(target, session), 1)).status === 401;
  await within(1_000, refused, "a revoked access token still writes");
};

const introspectionRefusals = async (target: Target): Promise<void> => {
  const url = target.endpoint("introspection_endpoint");
  expectError(await target.post(url, { token: "x" }), 401, "invalid_client");
  const client = target.client("basic");
  const wrong = { authorization: basicHeader(client.clientId, "wrong-wrong-wrong-wrong") };
  expectError(await target.post(url, { token: "x" }, { headers: wrong }), 401, "invalid_client");
  const anonymous = await target.post(url, { token: "x", client_id: target.client("public").clientId });
  expectError(anonymous, 401, "invalid_client");
  expectError(await introspect(target, client, {}), 400, "invalid_request");
  expectStatus(await target.send(url), 405);
};

const activeToken = async (target: Target): Promise<void> => {
  const client = target.client("basic");
  const key = await ProofKey.make();
  const session = await openSession(target, client, {}, { key });
  const answer = await introspect(target, client, { token: session.accessToken });
  expectStatus(answer, 200);
  assert.match(answer.header("cache-control") ?? "", /no-store/);
  const said = objectOf(answer.text);
  const { exp, iat, cnf, token_type, ...rest } = said;
  assert.equal(token_type, "DPoP");
  assert.deepEqual(cnf, { jkt: key.jkt });
  assert.ok(Number(exp) > Number(iat));
  for (const [name, value] of Object.entries({
    active: true,
    iss: target.issuer,
    sub: session.sub,
    client_id: client.clientId,
    scope: session.scope
  }))
    assert.equal(rest[name], value, name);
  const bearer = await openSession(target, client);
  const ofBearer = objectOf((await introspect(target, client, { token: bearer.accessToken })).text);
  assert.equal(ofBearer.active, true);
  assert.equal(ofBearer.token_type, "Bearer");
  assert.equal(objectOf((await introspect(target, client, { token: bearer.refreshToken })).text).active, true);
};

const inactiveToken = async (target: Target): Promise<void> => {
  const client = target.client("basic");
  const session = await openSession(target, client);
  const gone = await openSession(target, client);
  expectStatus(await revoke(target, client, { token: gone.refreshToken }), 200);
  const stranger = await openSession(target, target.client("public"));
  const tampered = `${session.accessToken.slice(0, -4)}AAAA`;
  const tokens = [
    "nobody",
    "a.b.c",
    gone.accessToken,
    gone.refreshToken,
    stranger.accessToken,
    stranger.refreshToken,
    tampered
  ];
  for (const token of tokens) expectInactive(await introspect(target, client, { token }));
  for (const token of [session.accessToken, session.refreshToken])
    expectInactive(await introspect(target, target.client("otherBasic"), { token }));
  await onMovedClock(target, async (later) => {
    const own = await openSession(later, later.client("basic"));
    await later.elapse(16 * 60_000);
    expectInactive(await introspect(later, later.client("basic"), { token: own.accessToken }));
  });
};

const expectInactive = (answer: Answer): void => {
  expectStatus(answer, 200);
  assert.deepEqual(objectOf(answer.text), { active: false });
};

/** Groups RV and IN: revocation and introspection. */
export const revocationChecks: ReadonlyArray<Check> = [
  check(
    "RV-01",
    "A revoked refresh token and its access tokens are invalid in every process within 1 s",
    revokesRefresh
  ),
  check("RV-02", "An access token, a wrong hint, an unknown token and a repetition get 200", revokesAnything),
  check("RV-03", "A token of another client is not affected", notYours),
  check("RV-04", "Failed client authentication, a missing token and GET are refused", refusals),
  check("RV-05", "A revocation works with and without a proof, which is verified if sent", withProof),
  check("RV-06", "The session at the PDS ends with the last authorization that uses it", upstreamToo),
  check("RV-07", "A revoked access token can no longer write", cannotWrite),
  check("IN-01", "Introspection without authentication, or by GET, is refused", introspectionRefusals),
  check("IN-02", "Introspection of an active token returns its claims", activeToken),
  check("IN-03", "An unknown, expired, revoked or foreign token is only reported as inactive", inactiveToken)
];
