import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { type Check, check, needed } from "../Check.ts";
import { expectError, expectStatus, forEachCase } from "../expectations.ts";
import type { Answer } from "../HttpWire.ts";
import { onMovedClock } from "../movingClock.ts";
import { ProofKey } from "../ProofKey.ts";
import { selfRegister } from "../registration.ts";
import { login, openSession, refresh, type Session, sessionOf } from "../steps.ts";
import type { Fields, Target } from "../Target.ts";
import { assertionType, type TestClient } from "../TestClient.ts";

type Claims = Readonly<Record<string, unknown>>;

const bogus = { grant_type: "refresh_token", refresh_token: "refresh_nobody" };

const keyOf = (client: TestClient): ProofKey => needed(client.key, "needs the key of the client");

const send = (
  target: Target,
  client: TestClient,
  client_assertion: string,
  more: Fields = {},
  node = 0
): Promise<Answer> =>
  target.post(
    target.endpoint("token_endpoint"),
    { ...bogus, client_id: client.clientId, client_assertion_type: assertionType, client_assertion, ...more },
    {},
    node
  );

const make = (target: Target, client: TestClient, claims: Claims = {}, header: Claims = {}): Promise<string> => {
  const iat = target.now;
  return keyOf(client).assertion(client.clientId, target.issuer, { iat, exp: iat + 60, ...claims }, header);
};

/** Whoever is known is told that the grant is bad. */
const taken = async (target: Target, claims: Claims): Promise<void> => {
  const client = target.client("jwt");
  expectError(await send(target, client, await make(target, client, claims)), 400, "invalid_grant");
};

const refused = async (target: Target, claims: Claims): Promise<void> => {
  const client = target.client("jwt");
  expectError(await send(target, client, await make(target, client, claims)), 401, "invalid_client");
};

const happyPath = async (target: Target): Promise<void> => {
  const client = target.client("jwt");
  const session = await openSession(target, client);
  expectStatus(await refresh(target, session), 200);
  const assertion = await make(target, client);
  const types = { another: "urn:ietf:params:oauth:client-assertion-type:saml2-bearer", missing: undefined };
  await forEachCase(types, async (client_assertion_type) => {
    const answer = await send(target, client, assertion, { client_assertion_type });
    assert.ok([400, 401].includes(answer.status));
    expectError(answer, answer.status, "invalid_client", "invalid_request");
  });
  expectError(await send(target, client, await make(target, client), { client_id: undefined }), 400, "invalid_grant");
};

const forged = async (target: Target): Promise<void> => {
  const client = target.client("jwt");
  const stranger = await ProofKey.make();
  const good = await make(target, client);
  const [header = "", payload = "", signature = ""] = good.split(".");
  const other = Buffer.from(JSON.stringify({ sub: client.clientId })).toString("base64url");
  const strangers = (kid: string) =>
    stranger.assertion(client.clientId, target.issuer, { iat: target.now, exp: target.now + 60 }, { kid });
  const cases: Readonly<Record<string, string>> = {
    "another key": await strangers(stranger.kid),
    "another key under our kid": await strangers(keyOf(client).kid),
    "the key in the header": await make(target, client, {}, { jwk: stranger.jwk, kid: undefined }).then(async () =>
      stranger.assertion(
        client.clientId,
        target.issuer,
        { iat: target.now, exp: target.now + 60 },
        { jwk: stranger.jwk, kid: undefined }
      )
    ),
    tampered: `${header}.${other}.${signature}`,
    unsigned: `${header}.${payload}.`,
    "two parts": `${header}.${payload}`,
    padded: `${good}=`,
    "a word": "assertion"
  };
  await forEachCase(cases, async (assertion) =>
    expectError(await send(target, client, assertion), 401, "invalid_client")
  );
};

const algorithms = async (target: Target): Promise<void> => {
  const client = target.client("jwt");
  const key = keyOf(client);
  const claims = {
    iss: client.clientId,
    sub: client.clientId,
    aud: target.issuer,
    iat: target.now,
    exp: target.now + 60
  };
  const none = Buffer.from(JSON.stringify({ alg: "none", kid: key.kid })).toString("base64url");
  const payload = Buffer.from(JSON.stringify({ ...claims, jti: randomUUID() })).toString("base64url");
  const hmac = (secret: string) =>
    new SignJWT({ ...claims, jti: randomUUID() })
      .setProtectedHeader({ alg: "HS256", kid: key.kid })
      .sign(Buffer.from(secret.padEnd(32)));
  const { privateKey, publicKey } = await generateKeyPair("ES384", { extractable: true });
  await exportJWK(publicKey);
  const es384 = new SignJWT({ ...claims, jti: randomUUID() })
    .setProtectedHeader({ alg: "ES384", kid: key.kid })
    .sign(privateKey);
  const cases = {
    none: `${none}.${payload}.`,
    "HS256 by the x of the key": await hmac(String(key.jwk.x)),
    "HS256 by the key in JSON": await hmac(JSON.stringify(key.registered)),
    ES384: await es384
  };
  await forEachCase(cases, async (assertion) =>
    expectError(await send(target, client, assertion), 401, "invalid_client")
  );
};

const claims =
  (
    bad: (target: Target) => Readonly<Record<string, Claims>>,
    good: (target: Target) => Readonly<Record<string, Claims>> = () => ({})
  ) =>
  async (target: Target): Promise<void> => {
    await forEachCase(bad(target), (each) => refused(target, each));
    await forEachCase(good(target), (each) => taken(target, each));
  };

const once = async (target: Target): Promise<void> => {
  await refused(target, { jti: undefined });
  const client = target.client("jwt");
  const jti = randomUUID();
  const assertion = await make(target, client, { jti });
  expectError(await send(target, client, assertion), 400, "invalid_grant");
  for (const node of [0, 1, 2, 3]) expectError(await send(target, client, assertion, {}, node), 401, "invalid_client");
  const other = target.client("otherJwt");
  expectError(await send(target, other, await make(target, other, { jti })), 400, "invalid_grant");
};

const afterChallenge = async (target: Target): Promise<void> => {
  const nonces = target.with("nonces");
  const client = nonces.client("jwt");
  const key = await ProofKey.make();
  const grant = await login(nonces, client, {}, { key });
  const url = nonces.endpoint("token_endpoint");
  const client_assertion = await make(nonces, client);
  const fields = {
    grant_type: "authorization_code",
    code: grant.code,
    redirect_uri: grant.redirectUri,
    code_verifier: grant.verifier,
    client_id: client.clientId,
    client_assertion_type: assertionType,
    client_assertion
  };
  const first = await nonces.post(url, fields, { headers: { dpop: await key.proof("POST", url.href) } });
  expectError(first, 400, "use_dpop_nonce");
  const nonce = first.header("dpop-nonce") ?? "";
  const again = await nonces.post(url, fields, { headers: { dpop: await key.proof("POST", url.href, { nonce }) } });
  expectStatus(again, 200);
};

/** A client whose keys lie at an address, and the session it has by the first of them. */
const published = async (target: Target, path: string) => {
  const host = needed(target.options.clientHost, "needs a host whose keys the target may fetch");
  const [first, second] = [await ProofKey.make(), await ProofKey.make()];
  host.publish(path, { keys: [first.registered] }, { headers: { "cache-control": "max-age=60" } });
  const made = await selfRegister(target, "private_key_jwt", { jwks: undefined, jwks_uri: host.url(path) });
  const client: TestClient = { ...made, key: first };
  return { host, first, second, client, session: await openSession(target, client) };
};

const withKey = (session: Session, key: ProofKey): Session => ({ ...session, client: { ...session.client, key } });

const keysMove = (target: Target): Promise<void> =>
  onMovedClock(target, async (later) => {
    const path = `/jwks-${randomUUID()}`;
    const { client, first, host, second, session } = await published(later, path);
    const stranger = { ...client, key: await ProofKey.make() };
    const before = host.fetches(path);
    for (let guess = 0; guess < 5; guess += 1)
      expectError(await send(later, stranger, await make(later, stranger)), 401, "invalid_client");
    assert.ok(host.fetches(path) - before <= 1, `${host.fetches(path) - before} fetches for five unknown keys`);
    await later.elapse(31_000);
    host.publish(path, { keys: [first.registered, second.registered] }, { headers: { "cache-control": "max-age=60" } });
    const added = { ...client, key: second };
    expectError(await send(later, added, await make(later, added)), 400, "invalid_grant");
    host.away = true;
    await later.elapse(61_000);
    const kept = await refresh(later, session).finally(() => {
      host.away = false;
    });
    const next = sessionOf(session, kept);
    host.publish(path, { keys: [second.registered] });
    await later.elapse(61_000);
    const gone = await refresh(later, next);
    assert.ok([400, 401].includes(gone.status), `a key that was removed still refreshes: ${gone.status}`);
    expectError(gone, gone.status, "invalid_client", "invalid_grant");
  });

const keyOfSession = async (target: Target): Promise<void> => {
  const [first, second] = [await ProofKey.make(), await ProofKey.make()];
  const jwks = { keys: [first.registered, second.registered] };
  const made = await selfRegister(target, "private_key_jwt", { jwks });
  const session = await openSession(target, { ...made, key: first });
  expectError(await refresh(target, withKey(session, second)), 400, "invalid_grant");
  const same = await refresh(target, session, {}, { key: first });
  expectError(same, 400, "invalid_request", "invalid_dpop_proof");
  expectStatus(await refresh(target, session), 200);
};

/** `private_key_jwt` (RFC 7523). */
export const assertionChecks: ReadonlyArray<Check> = [
  check("CA-07", "An ES256 assertion is accepted, another client_assertion_type is refused", happyPath),
  check("CA-08", "An assertion with another key, tampered or unsigned, is refused", forged),
  check("CA-09", "alg none, HS256 keyed with the public key, and all other algorithms are refused", algorithms),
  check(
    "CA-10",
    "iss or sub that is not the client is refused",
    claims((target) => {
      const { clientId } = target.client("otherJwt");
      return {
        iss: { iss: clientId },
        sub: { sub: clientId },
        "no iss": { iss: undefined },
        "no sub": { sub: undefined }
      };
    })
  ),
  check(
    "CA-11",
    "aud that is the token endpoint, or more than the issuer, is refused",
    claims(
      (target) => ({
        "token endpoint": { aud: target.endpoint("token_endpoint").href },
        both: { aud: [target.issuer, target.endpoint("token_endpoint").href] },
        "a slash at the end": { aud: `${target.issuer}/` },
        none: { aud: undefined },
        "an empty list": { aud: [] }
      }),
      (target) => ({ "a list of one": { aud: [target.issuer] }, "the issuer": { aud: target.issuer } })
    )
  ),
  check(
    "CA-12",
    "exp that is missing, past or far ahead, and iat that is missing or old, are refused",
    claims(
      ({ now }) => ({
        "no exp": { exp: undefined },
        past: { exp: now - 1, iat: now - 30 },
        "10 minutes ahead": { exp: now + 600 },
        "exp a text": { exp: String(now + 60) },
        "no iat": { iat: undefined },
        old: { iat: now - 120, exp: now + 60 }
      }),
      ({ now }) => ({ "just under a minute": { iat: now - 58, exp: now + 60 } })
    )
  ),
  check(
    "CA-13",
    "iat or nbf 10 s ahead is accepted, 61 s ahead refused",
    claims(
      ({ now }) => ({ iat: { iat: now + 65, exp: now + 120 }, nbf: { nbf: now + 65, exp: now + 120 } }),
      ({ now }) => ({ iat: { iat: now + 10, exp: now + 70 }, nbf: { nbf: now + 10, exp: now + 70 } })
    )
  ),
  check("CA-14", "A jti is required, and accepted once per client over all processes", once),
  check("CA-15", "After a nonce challenge, the same assertion is accepted with a new proof", afterChallenge),
  check(
    "CA-16",
    "Published keys are fetched again for an unknown one, invalid when removed, cached during an outage",
    keysMove
  ),
  check("CA-17", "A session is bound to its first assertion key, which is not the key of the proof", keyOfSession)
];
