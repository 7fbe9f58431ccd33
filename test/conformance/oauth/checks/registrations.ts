import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { isActive, within } from "../access.ts";
import { type Check, check, needed } from "../Check.ts";
import { expectError, expectPage, expectStatus, forEachCase } from "../expectations.ts";
import type { Answer, Sent } from "../HttpWire.ts";
import { asObject, objectOf } from "../json.ts";
import { ProofKey } from "../ProofKey.ts";
import { jsonType, register, type SelfRegistered, selfRegister, webCallback } from "../registration.ts";
import { authorize, authorizeUrl, login, openSession, postAs, refresh, requestOf } from "../steps.ts";
import type { Target } from "../Target.ts";
import { expectFlood } from "./token.ts";

const manage = (
  target: Target,
  client: SelfRegistered,
  sent: Sent = {},
  token = client.registrationToken
): Promise<Answer> =>
  target.send(client.registrationUri, { ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } });

const echoed = async (target: Target): Promise<void> => {
  const wanted = {
    client_name: "Registered",
    redirect_uris: [webCallback, "https://client.example/other"],
    scope: "atproto",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "client_secret_post"
  };
  const answer = await register(target, wanted);
  expectStatus(answer, 201);
  assert.match(answer.header("cache-control") ?? "", /no-store/);
  const said = objectOf(answer.text);
  for (const [name, value] of Object.entries(wanted)) assert.deepEqual(said[name], value, name);
  assert.equal(typeof said.client_secret, "string");
  assert.equal(typeof said.client_secret_expires_at, "number");
  assert.equal(typeof said.registration_access_token, "string");
};

const badRedirects = async (target: Target): Promise<void> => {
  const cases = {
    missing: {},
    empty: { redirect_uris: [] },
    "a text": { redirect_uris: webCallback },
    numbers: { redirect_uris: [1] },
    "one bad among good": { redirect_uris: [webCallback, "javascript:alert(1)"] }
  };
  await forEachCase(cases, async (metadata) =>
    expectError(await register(target, metadata), 400, "invalid_redirect_uri")
  );
};

const badMetadata = async (target: Target): Promise<void> => {
  const key = await ProofKey.make();
  const cases: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    "auth method": { token_endpoint_auth_method: "tls_client_auth" },
    grant: { grant_types: ["authorization_code", "password"] },
    "response type": { response_types: ["token"] },
    "response type without its grant": { grant_types: ["refresh_token"], response_types: ["code"] },
    algorithm: {
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "none",
      jwks: { keys: [key.registered] }
    },
    "jwks and jwks_uri": {
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [key.registered] },
      jwks_uri: "https://client.example/jwks"
    },
    "no keys": { token_endpoint_auth_method: "private_key_jwt" },
    "private key": { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key.privateJwk] } },
    "symmetric key": { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [{ kty: "oct", k: "AAAA" }] } },
    scope: { scope: "nonsense" },
    name: { client_name: 1 }
  };
  await forEachCase(cases, async (metadata) => {
    const answer = await register(target, { redirect_uris: [webCallback], ...metadata });
    expectError(answer, 400, "invalid_client_metadata", "invalid_scope");
    assert.ok(!answer.text.includes(String(key.privateJwk.d)), "a private key came back");
  });
};

const defaults = async (target: Target): Promise<void> => {
  const answer = await register(target, { redirect_uris: [webCallback], nobody_knows: { this: 1 }, another: null });
  expectStatus(answer, 201);
  const said = objectOf(answer.text);
  assert.equal(said.token_endpoint_auth_method, "client_secret_basic");
  assert.deepEqual(said.grant_types, ["authorization_code"]);
  assert.deepEqual(said.response_types, ["code"]);
};

const names = async (target: Target): Promise<void> => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => selfRegister(target, "none")));
  assert.equal(new Set(ids.map(({ clientId }) => clientId)).size, 5);
  for (const { clientId } of ids) assert.doesNotMatch(clientId, /^http/i);
};

const malformed = async (target: Target): Promise<void> => {
  for (const body of ["", "{", "[]", '"x"', "null", `{"redirect_uris":["${webCallback}"]`])
    expectError(await register(target, body), 400, "invalid_client_metadata", "invalid_redirect_uri");
  const form = { headers: { "content-type": "application/x-www-form-urlencoded" } };
  expectError(await register(target, `redirect_uris=${webCallback}`, form), 400, "invalid_client_metadata");
  expectStatus(await register(target, { redirect_uris: [webCallback], client_name: "x".repeat(70_000) }), 413);
  expectStatus(await target.send(target.endpoint("registration_endpoint")), 405);
  const guarded = target.with("guarded");
  await expectFlood(guarded, (headers) => register(guarded, { redirect_uris: [] }, { headers }));
};

const managed = async (target: Target): Promise<void> => {
  const client = await selfRegister(target, "none");
  const read = await manage(target, client);
  expectStatus(read, 200);
  assert.equal(objectOf(read.text).client_id, client.clientId);
  for (const token of ["", "wrong", client.registrationToken.slice(1)])
    expectStatus(await manage(target, client, {}, token), 401);
  const metadata = {
    ...objectOf(read.text),
    client_name: "Renamed",
    registration_access_token: undefined,
    registration_client_uri: undefined,
    client_id_issued_at: undefined
  };
  const put = await manage(target, client, { method: "PUT", headers: jsonType, body: JSON.stringify(metadata) });
  expectStatus(put, 200);
  const said = objectOf(put.text);
  assert.equal(said.client_name, "Renamed");
  const rotated = String(said.registration_access_token ?? client.registrationToken);
  if (rotated !== client.registrationToken) expectStatus(await manage(target, client), 401);
  expectStatus(await manage(target, client, { method: "DELETE" }, rotated), 204);
  expectStatus(await manage(target, client, {}, rotated), 401);
  expectPage(await authorize(target, client), 400);
};

const deleted = async (target: Target): Promise<void> => {
  const client = await selfRegister(target, "client_secret_basic");
  const session = await openSession(target, client);
  const code = await login(target, client);
  assert.ok(await isActive(target, session));
  expectStatus(await manage(target, client, { method: "DELETE" }), 204);
  for (const node of [0, 1, 2, 3])
    await within(
      1_000,
      async () => !(await isActive(target, session, node)),
      `process ${node} takes tokens of a client that is gone`
    );
  expectStatus(await refresh(target, session), 400, 401);
  const url = target.endpoint("token_endpoint");
  const fields = {
    grant_type: "authorization_code",
    code: code.code,
    redirect_uri: code.redirectUri,
    code_verifier: code.verifier
  };
  expectStatus(await postAs(target, client, url, fields), 400, 401);
};

const documentOf = (client_id: string): Readonly<Record<string, unknown>> => ({
  client_id,
  client_name: "By its address",
  redirect_uris: [webCallback],
  scope: "atproto",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
  application_type: "web",
  dpop_bound_access_tokens: true
});

const pushFor = async (target: Target, clientId: string): Promise<Answer> => {
  const client = { clientId, method: "none" as const, secret: null, key: null, redirectUris: [webCallback] };
  const par = target.endpoint("pushed_authorization_request_endpoint");
  return postAs(target, client, par, requestOf(target, client, target.newVerifier()), { key: await ProofKey.make() });
};

const byAddress = async (target: Target): Promise<void> => {
  const host = needed(target.options.clientHost, "needs a host whose documents the target may fetch");
  const fresh = () => `/client-${randomUUID()}.json`;
  const path = fresh();
  host.publish(path, documentOf(host.url(path)));
  expectStatus(await pushFor(target, host.url(path)), 201);
  const changes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    "another client_id": { client_id: host.url("/another.json") },
    "a shared secret": { client_secret: "x".repeat(43) },
    "a secret method": { token_endpoint_auth_method: "client_secret_basic" },
    "unbound tokens": { dpop_bound_access_tokens: false },
    "no redirect_uris": { redirect_uris: [] }
  };
  await forEachCase(changes, async (change) => {
    const at = fresh();
    host.publish(at, { ...documentOf(host.url(at)), ...change });
    expectStatus(await pushFor(target, host.url(at)), 400, 401);
  });
  const answers: Readonly<
    Record<string, { readonly status?: number; readonly headers?: Readonly<Record<string, string>> }>
  > = {
    "201": { status: 201 },
    "a redirect": { status: 302, headers: { location: host.url(path) } },
    "not found": { status: 404 },
    HTML: { headers: { "content-type": "text/html" } }
  };
  await forEachCase(answers, async (how) => {
    const at = fresh();
    host.publish(at, documentOf(host.url(at)), how);
    expectStatus(await pushFor(target, host.url(at)), 400, 401);
  });
  const large = fresh();
  host.publish(large, { ...documentOf(host.url(large)), padding: "x".repeat(6_000) });
  expectStatus(await pushFor(target, host.url(large)), 400, 401);
  await badAddresses(target, host.url(path));
  const direct = {
    clientId: host.url(path),
    method: "none" as const,
    secret: null,
    key: null,
    redirectUris: [webCallback]
  };
  const answer = await authorize(target, direct, {});
  assert.match(answer.header("location") ?? "", /error=invalid_request/, "a client by its address asks without PAR");
};

const badAddresses = async (target: Target, good: string): Promise<void> => {
  const cases = {
    "no path": "https://client.example",
    "dot segments": "https://client.example/x/../client.json",
    fragment: "https://client.example/client.json#x",
    userinfo: "https://user@client.example/client.json",
    "http beyond loopback": "http://client.example/client.json",
    "private address": "https://10.0.0.1/client.json",
    "this machine with a port": "http://localhost:9999",
    "another case": good.replace("http:", "HTTP:")
  };
  await forEachCase(cases, async (clientId) => expectStatus(await pushFor(target, clientId), 400, 401));
  const page = await target
    .browser()
    .visit(authorizeUrl(target, { client_id: "https://10.0.0.1/client.json", redirect_uri: webCallback }));
  expectPage(page, 400);
};

const replayed = async (target: Target): Promise<void> => {
  const fragile = target.with("fragile");
  await fragile.exclusively(async () => {
    const client = await selfRegister(fragile, "client_secret_basic");
    const session = await openSession(fragile, client);
    const before = (await manage(fragile, client)).text;
    await fragile.operator().kill();
    await fragile.operator().start();
    const after = await manage(fragile, client);
    assert.deepEqual(asObject(objectOf(after.text)), asObject(objectOf(before)));
    assert.ok(await isActive(fragile, session), "a session did not survive the replay");
    expectStatus(await refresh(fragile, session), 200);
  });
};

/** Group RG: registration, its management, and clients by their address. */
export const registrationChecks: ReadonlyArray<Check> = [
  check("RG-01", "A registration gets 201, no-store, all registered values, and the expiry of the secret", echoed),
  check("RG-02", "Missing or invalid redirect_uris are refused", badRedirects),
  check("RG-03", "Unsupported metadata is refused, never replaced", badMetadata),
  check("RG-04", "client_secret_basic is the default, and unknown members are ignored", defaults),
  check("RG-05", "Client ids are unique and never look like URLs", names),
  check("RG-06", "Malformed JSON, another media type, an oversized body and a flood are refused", malformed),
  check(
    "RG-07",
    "A client can read, replace and delete its registration; a wrong or replaced token is refused",
    managed
  ),
  check("RG-08", "Deleting a client ends its codes and tokens in every process", deleted),
  check("RG-09", "Only permitted URLs and documents are accepted as client ids", byAddress),
  check("RG-10", "A process that replays the log has the same registry and sessions", replayed)
];
