import assert from "node:assert/strict";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { type Check, check } from "../Check.ts";
import { expectError, expectStatus, forEachCase } from "../expectations.ts";
import type { Answer } from "../HttpWire.ts";
import { asObject, objectOf } from "../json.ts";
import { register, registeredBy, webCallback } from "../registration.ts";
import { exchange, login, openSession, refresh, refreshed, sessionOf } from "../steps.ts";
import { encodeFields, type Fields, formType, type Target } from "../Target.ts";

const tokenOf = (target: Target): URL => target.endpoint("token_endpoint");

const bogus = { grant_type: "refresh_token", refresh_token: "refresh_nobody", client_id: "client_nobody" };

const methods = async (target: Target): Promise<void> => {
  for (const method of ["GET", "PUT", "DELETE"]) {
    const answer = await target.send(tokenOf(target), { method, headers: { "content-type": formType } });
    expectStatus(answer, 405);
    assert.match(answer.header("allow") ?? "", /POST/);
    assert.doesNotMatch(answer.header("allow") ?? "", /GET|PUT/);
  }
  const url = tokenOf(target);
  url.search = encodeFields(bogus);
  expectError(await target.post(url, {}), 400, "invalid_request");
  expectError(await target.post(url, bogus), 400, "invalid_request");
};

const contentTypes = async (target: Target): Promise<void> => {
  const grant = await login(target, target.client("basic"));
  const types = ["application/json", "text/plain", "multipart/form-data; boundary=x", `${formType}x`];
  for (const type of types) {
    const answer = await exchange(target, grant, {}, { headers: { "content-type": type } });
    expectError(answer, 400, "invalid_request");
  }
  const json = { "content-type": "application/json" };
  const posted = await target.send(tokenOf(target), { method: "POST", headers: json, body: JSON.stringify(bogus) });
  expectError(posted, 400, "invalid_request");
  expectStatus(await exchange(target, grant), 200);
};

const parameters = async (target: Target): Promise<void> => {
  const encoded = encodeFields(bogus);
  const cases: Readonly<Record<string, string>> = {
    "grant_type twice": `${encoded}&grant_type=refresh_token`,
    "refresh_token twice": `${encoded}&refresh_token=x`,
    "an unknown one twice": `${encoded}&x=1&x=2`,
    "no grant_type": encodeFields({ ...bogus, grant_type: undefined }),
    "empty grant_type": encodeFields({ ...bogus, grant_type: "" }),
    nothing: ""
  };
  await forEachCase(cases, async (body) =>
    expectError(await target.post(tokenOf(target), body), 400, "invalid_request")
  );
  const grant = await login(target, target.client("public"));
  const more = { audience: "https://elsewhere.example/", unknown: "1", empty: "" };
  expectStatus(await exchange(target, grant, more), 200);
};

const grants = async (target: Target): Promise<void> => {
  for (const grant_type of ["password", "implicit", "client_credentials", "urn:example:unknown", "AUTHORIZATION_CODE"])
    expectError(await target.post(tokenOf(target), { ...bogus, grant_type }), 400, "unsupported_grant_type");
  if (typeof target.metadata.registration_endpoint !== "string") return;
  const metadata = {
    redirect_uris: [webCallback],
    grant_types: ["authorization_code"],
    token_endpoint_auth_method: "none"
  };
  const client = registeredBy(await register(target, metadata), "none", null);
  const grant = await login(target, client);
  const reply = await exchange(target, grant);
  expectStatus(reply, 200);
  assert.equal(objectOf(reply.text).refresh_token, undefined, "a refresh token without that grant");
  const other = await openSession(target, target.client("public"));
  expectError(await refresh(target, { ...other, client }), 400, "unauthorized_client");
};

const jwks = async (target: Target): Promise<JSONWebKeySet> => {
  const answer = await target.send(target.endpoint("jwks_uri"));
  const { keys } = objectOf(answer.text);
  return { keys: (Array.isArray(keys) ? keys : []).map((key) => asObject(key)) };
};

const successBody = async (target: Target): Promise<void> => {
  for (const kind of ["public", "basic"] as const) {
    const session = await openSession(target, target.client(kind));
    const body = objectOf(session.reply.text);
    assert.equal(body.token_type, kind === "public" ? "DPoP" : "Bearer");
    assert.equal(typeof body.expires_in, "number");
    assert.match(String(body.sub), /^did:[a-z]+:/);
    assert.match(String(body.scope), /\batproto\b/);
    assert.equal(typeof body.refresh_token, "string");
  }
};

const notCached = (answer: Answer): void => {
  assert.equal(answer.header("cache-control"), "no-store");
  assert.match(answer.header("content-type") ?? "", /^application\/json/);
};

const caching = async (target: Target): Promise<void> => {
  notCached((await openSession(target, target.client("public"))).reply);
  const errors: ReadonlyArray<Fields> = [{}, bogus, { ...bogus, grant_type: "password" }];
  for (const fields of errors) notCached(await target.post(tokenOf(target), fields));
};

const shortLived = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  const { expires_in: seconds } = objectOf(session.reply.text);
  assert.ok(Number(seconds) > 0 && Number(seconds) <= 900, `an access token lives ${seconds} s`);
  assert.notEqual((await refreshed(target, session)).accessToken, session.accessToken);
  if (session.accessToken.split(".").length !== 3) {
    assert.ok(session.accessToken.length >= 27, "an opaque access token holds 160 bits");
    return;
  }
  const options = { issuer: target.issuer, typ: "at+jwt", algorithms: ["ES256"] };
  const { payload } = await jwtVerify(session.accessToken, createLocalJWKSet(await jwks(target)), options);
  assert.equal(Number(payload.exp) - Number(payload.iat), seconds);
  assert.equal(payload.sub, session.sub);
  assert.equal(payload.client_id, session.client.clientId);
  assert.deepEqual(asObject(payload.cnf), { jkt: session.key.jkt });
  for (const member of ["jti", "aud", "scope"]) assert.equal(typeof payload[member], "string", member);
};

const tooMuch = async (target: Target): Promise<void> => {
  const large = await target.post(tokenOf(target), { ...bogus, code: "x".repeat(65_537) });
  expectStatus(large, 413);
  const guarded = target.with("guarded");
  await expectFlood(guarded, (headers) => guarded.post(tokenOf(guarded), bogus, { headers }));
};

const mostOfFlood = 200;
let addresses = 0;

/** A proxy in front says that the request comes from an address that nobody had before. */
const freshAddress = (): Readonly<Record<string, string>> => {
  addresses += 1;
  return { "x-forwarded-for": `203.0.113.${addresses % 250}` };
};

/** Somebody who does not stop is told to wait. */
export const expectFlood = async (
  target: Target,
  request: (headers: Readonly<Record<string, string>>) => Promise<Answer>
): Promise<void> => {
  const headers = freshAddress();
  assert.notEqual((await request(headers)).status, 429, "the first request of an address was refused");
  for (let sent = 0; sent < mostOfFlood; sent += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(headers)));
    const refused = answers.find(({ status }) => status === 429);
    if (refused === undefined) continue;
    assert.match(refused.header("retry-after") ?? "", /^\d+$/, "429 without Retry-After");
    return;
  }
  assert.fail(`${mostOfFlood} requests in a row and no 429 at ${target.issuer}`);
};

const storeAway = async (target: Target): Promise<void> => {
  const fragile = target.with("fragile");
  await fragile.exclusively(async () => {
    const session = await openSession(fragile, fragile.client("public"));
    await fragile.operator().cutDatabase();
    const away = await refresh(fragile, session).finally(() => fragile.operator().mendDatabase());
    expectError(away, 503, "temporarily_unavailable");
    assert.match(away.header("retry-after") ?? "", /^\d+$/);
    await fragile.ready();
    const next = sessionOf(session, await refresh(fragile, session));
    await fragile.operator().kill();
    // Another process answers, at once: a reply is repeated for 30 s, and the restart may take longer.
    const again = sessionOf(session, await refresh(target, session));
    assert.equal(again.refreshToken, next.refreshToken, "the log and the tokens disagree after a crash");
    await fragile.operator().start();
    expectStatus(await refresh(fragile, again), 200);
  });
};

/** Group TE: the token endpoint. */
export const tokenChecks: ReadonlyArray<Check> = [
  check("TE-01", "GET and PUT get 405 and Allow: POST; parameters in the query are refused", methods),
  check("TE-02", "A body that is not a form is refused", contentTypes),
  check(
    "TE-03",
    "A repeated parameter and a missing grant_type are refused; unknown parameters are ignored",
    parameters
  ),
  check("TE-04", "Grants that are unknown, or not registered for the client, are refused", grants),
  check("TE-05", "A successful response has the required members", successBody),
  check("TE-06", "Success and errors are uncacheable JSON", caching),
  check("TE-07", "Access tokens are valid for up to 15 minutes, and have the claims of RFC 9068", shortLived),
  check("TE-08", "A body over 64 KiB gets 413, a flood 429 with Retry-After", tooMuch),
  check(
    "TE-09",
    "While the store is unavailable, requests get 503 and consume nothing; after a crash the log and the tokens agree",
    storeAway
  )
];
