import assert from "node:assert/strict";
import { expectError, expectStatus } from "../expectations.ts";
import { asObject, objectOf } from "../json.ts";
import { ProofKey } from "../ProofKey.ts";
import { register, webCallback } from "../registration.ts";
import { authorize, exchange, login, openSession, postAs, refresh, requestOf } from "../steps.ts";
import type { ClientKind, Target } from "../Target.ts";

const listOf = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : []);

const kindOf: Readonly<Record<string, ClientKind>> = {
  none: "public",
  client_secret_basic: "basic",
  client_secret_post: "post",
  private_key_jwt: "jwt"
};

const everyMethod = [
  "none",
  "client_secret_basic",
  "client_secret_post",
  "client_secret_jwt",
  "private_key_jwt",
  "tls_client_auth",
  "self_signed_tls_client_auth"
];

/** Uses an endpoint of the metadata as it is meant to be used. */
const uses: Readonly<Record<string, (target: Target, url: URL) => Promise<void>>> = {
  authorization_endpoint: async (target) => {
    expectStatus(await authorize(target, target.client("public")), 200, 302, 303);
  },
  token_endpoint: async (target) => {
    const session = await openSession(target, target.client("public"));
    expectStatus(await refresh(target, session), 200);
  },
  pushed_authorization_request_endpoint: async (target, url) => {
    const client = target.client("basic");
    expectStatus(await postAs(target, client, url, requestOf(target, client, target.newVerifier())), 201);
  },
  revocation_endpoint: async (target, url) => {
    expectStatus(await postAs(target, target.client("basic"), url, { token: "nobody" }), 200);
  },
  introspection_endpoint: async (target, url) => {
    const answer = await postAs(target, target.client("basic"), url, { token: "nobody" });
    assert.deepEqual(objectOf(answer.text), { active: false });
  },
  registration_endpoint: async (target) => {
    expectStatus(await register(target, { redirect_uris: [webCallback], token_endpoint_auth_method: "none" }), 201);
  },
  jwks_uri: async (target, url) => {
    const { keys } = objectOf((await target.send(url)).text);
    assert.ok(Array.isArray(keys) && keys.length > 0);
  }
};

const endpoints = async (target: Target): Promise<void> => {
  const named = Object.keys(target.metadata).filter((name) => /_endpoint$|^jwks_uri$/.test(name));
  for (const name of named) {
    const use = uses[name];
    assert.ok(use, `nobody knows how to use ${name}`);
    await use(target, target.endpoint(name));
  }
  const pathOf = {
    pushed_authorization_request_endpoint: "par",
    revocation_endpoint: "revoke",
    introspection_endpoint: "introspect"
  };
  for (const [name, path] of Object.entries(pathOf)) {
    if (named.includes(name)) continue;
    expectStatus(await target.post(`/oauth/${path}`, { token: "x" }), 404);
  }
};

const methods = async (target: Target): Promise<void> => {
  const named = listOf(target.metadata.token_endpoint_auth_methods_supported);
  for (const method of named) {
    const kind = kindOf[method];
    assert.ok(kind, `nobody knows how to authenticate by ${method}`);
    await openSession(target, target.client(kind));
  }
  if (typeof target.metadata.registration_endpoint !== "string") return;
  for (const method of everyMethod.filter((each) => !named.includes(each))) {
    const answer = await register(target, { redirect_uris: [webCallback], token_endpoint_auth_method: method });
    expectError(answer, 400, "invalid_client_metadata");
  }
};

const grants = async (target: Target): Promise<void> => {
  const named = listOf(target.metadata.grant_types_supported);
  assert.deepEqual([...named].sort(), ["authorization_code", "refresh_token"]);
  for (const grant_type of [
    "implicit",
    "password",
    "client_credentials",
    "urn:ietf:params:oauth:grant-type:device_code"
  ])
    expectError(
      await target.post(target.endpoint("token_endpoint"), { grant_type, client_id: "x" }),
      400,
      "unsupported_grant_type"
    );
};

const responses = async (target: Target): Promise<void> => {
  const client = target.client("public");
  assert.deepEqual(listOf(target.metadata.response_types_supported), ["code"]);
  for (const response_type of ["token", "id_token", "code token", "none"]) {
    const answer = await authorize(target, client, { response_type });
    assert.match(answer.header("location") ?? "", /error=unsupported_response_type/, response_type);
  }
  const modes = listOf(target.metadata.response_modes_supported);
  for (const mode of ["query", "fragment", "form_post", "query.jwt"]) {
    const answer = await authorize(target, client, { response_mode: mode });
    const refused = (answer.header("location") ?? "").includes("error=");
    assert.equal(refused, !modes.includes(mode), `response_mode ${mode}`);
  }
};

const scopes = async (target: Target): Promise<void> => {
  for (const scope of listOf(target.metadata.scopes_supported)) {
    const answer = await authorize(target, target.client("public"), {
      scope: [...new Set(["atproto", scope])].join(" ")
    });
    assert.doesNotMatch(answer.header("location") ?? "", /error=/, `scope ${scope}`);
  }
};

const proofAlgorithms = async (target: Target): Promise<void> => {
  const named = listOf(target.metadata.dpop_signing_alg_values_supported);
  assert.deepEqual(named, ["ES256"], "whoever names more gets a check for it");
  const grant = await login(target, target.client("public"));
  const other = await ProofKey.make();
  const proof = await other.proof(
    "POST",
    target.endpoint("token_endpoint").href,
    {},
    { alg: "ES256", jwk: { ...other.jwk, alg: "ES384" } }
  );
  expectError(await exchange(target, grant, {}, { proof }), 400, "invalid_dpop_proof");
};

const noEmptyLists = (metadata: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(metadata))
    assert.ok(!(Array.isArray(value) && value.length === 0) && value !== null, `${name} is empty`);
};

/** Walks the live documents: what they name works, and what they do not name is refused (RFC 8414, RFC 9728). */
export const truth = async (target: Target): Promise<void> => {
  noEmptyLists(target.metadata);
  const resource = await target.send("/.well-known/oauth-protected-resource");
  if (resource.status === 200) noEmptyLists(asObject(objectOf(resource.text)));
  await endpoints(target);
  await methods(target);
  await grants(target);
  await responses(target);
  await scopes(target);
  await proofAlgorithms(target);
};
