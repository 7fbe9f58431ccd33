import assert from "node:assert/strict";
import { askMutation } from "../access.ts";
import { type Check, check, needed } from "../Check.ts";
import { expectStatus } from "../expectations.ts";
import { asObject, objectOf } from "../json.ts";
import { login, openSession } from "../steps.ts";
import type { Target } from "../Target.ts";
import { truth } from "./truth.ts";

const listOf = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : []);

const document = async (target: Target, path: string): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await target.send(path);
  expectStatus(answer, 200);
  assert.match(answer.header("content-type") ?? "", /^application\/json/);
  return objectOf(answer.text);
};

const served = async (target: Target): Promise<void> => {
  const answer = await target.send("/.well-known/oauth-authorization-server");
  expectStatus(answer, 200);
  assert.match(answer.header("content-type") ?? "", /^application\/json/);
  const cache = answer.header("cache-control") ?? "";
  const [, seconds = "0"] = /max-age=(\d+)/.exec(cache) ?? [];
  assert.match(cache, /public/);
  assert.ok(Number(seconds) > 0 && Number(seconds) <= 3_600, cache);
};

const issuer = async (target: Target): Promise<void> => {
  const { issuer: said } = target.metadata;
  assert.equal(said, target.issuer);
  const url = new URL(String(said));
  assert.equal(url.origin, said, "an issuer is an origin, without path, query, fragment or default port");
  assert.equal(url.protocol, "https:");
  assert.equal((await login(target, target.client("public"))).returned.searchParams.get("iss"), said);
  const resource = await document(target, "/.well-known/oauth-protected-resource");
  assert.deepEqual(resource.authorization_servers, [said]);
};

const required = async ({ metadata }: Target): Promise<void> => {
  assert.ok(listOf(metadata.scopes_supported).includes("atproto"), "scopes_supported");
  const methods = listOf(metadata.token_endpoint_auth_methods_supported);
  for (const method of ["none", "private_key_jwt"]) assert.ok(methods.includes(method), `the method ${method}`);
  const algorithms = listOf(metadata.token_endpoint_auth_signing_alg_values_supported);
  assert.ok(algorithms.includes("ES256") && !algorithms.includes("none"), "algorithms of assertions");
  assert.deepEqual(metadata.code_challenge_methods_supported, ["S256"]);
  assert.ok(listOf(metadata.response_types_supported).includes("code"));
  for (const grant of ["authorization_code", "refresh_token"])
    assert.ok(listOf(metadata.grant_types_supported).includes(grant), grant);
  assert.equal(metadata.authorization_response_iss_parameter_supported, true);
  assert.equal(typeof metadata.pushed_authorization_request_endpoint, "string");
  assert.ok(listOf(metadata.dpop_signing_alg_values_supported).includes("ES256"));
  assert.equal(metadata.client_id_metadata_document_supported, true);
};

const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "k", "oth"];

const publicKeys = async (target: Target): Promise<void> => {
  const answer = await target.send(target.endpoint("jwks_uri"));
  expectStatus(answer, 200);
  const { keys } = objectOf(answer.text);
  const all = (Array.isArray(keys) ? keys : []).map(asObject);
  assert.ok(all.length > 0);
  for (const key of all) {
    for (const member of privateMembers) assert.ok(!(member in key), `the private member ${member}`);
    assert.equal(typeof key.kid, "string");
  }
  assert.equal(new Set(all.map(({ kid }) => kid)).size, all.length, "a kid twice");
};

const protectedResource = async (target: Target): Promise<void> => {
  const said = await document(target, "/.well-known/oauth-protected-resource");
  assert.equal(said.resource, target.issuer);
  assert.equal(listOf(said.authorization_servers).length, 1);
  assert.deepEqual(said.bearer_methods_supported, ["header"]);
};

const challenge = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("basic"));
  const refused = await askMutation(target, { authorization: `Bearer ${session.accessToken}x` });
  expectStatus(refused, 401);
  const url = `${target.issuer}/.well-known/oauth-protected-resource`;
  assert.match(
    refused.header("www-authenticate") ?? "",
    new RegExp(`resource_metadata="${url.replaceAll(".", "\\.")}"`)
  );
};

const asClient = async (target: Target): Promise<void> => {
  target.operator();
  const path = "/oauth/oauth-client-metadata.json";
  const said = await document(target, path);
  assert.equal(said.client_id, `${target.issuer}${path}`);
  assert.equal(new URL(String(said.client_id)).port, "");
  assert.equal(said.dpop_bound_access_tokens, true);
  assert.equal(said.token_endpoint_auth_method, "private_key_jwt");
  assert.equal(said.token_endpoint_auth_signing_alg, "ES256");
  const { oauthClientMetadataSchema } = await import("@atproto/oauth-types");
  oauthClientMetadataSchema.parse(said);
  const inline = asObject(said.jwks).keys;
  const uri = said.jwks_uri;
  const keys = Array.isArray(inline)
    ? inline
    : needed(typeof uri === "string" ? objectOf((await target.send(uri)).text).keys : null, "no keys");
  for (const key of Array.isArray(keys) ? keys : [])
    for (const member of privateMembers) assert.ok(!(member in asObject(key)), member);
};

const otherAddress = async (target: Target): Promise<void> => {
  const outcome = await target.operator().startElsewhere();
  assert.equal(outcome.started, false, "another public address with sessions that live, and nothing said");
  assert.match(outcome.output, /EXTERNAL_BASE_URL/);
};

/** Group MD: metadata and keys. */
export const metadataChecks: ReadonlyArray<Check> = [
  check("MD-01", "The metadata is JSON without a redirect, cached briefly", served),
  check("MD-02", "The issuer is an https origin and the same everywhere", issuer),
  check("MD-03", "The members required by AT Protocol are present", required),
  check("MD-04", "Every declared endpoint, method, algorithm and grant works, and everything else is refused", truth),
  check("MD-05", "The key set contains only public members, each kid once", publicKeys),
  check("MD-06", "The resource metadata names one authorization server", protectedResource),
  check("MD-07", "A 401 of the resource names its metadata", challenge),
  check("MD-08", "The client metadata of the service is valid for AT Protocol, and its keys are public", asClient),
  check("MD-09", "A start with another public URL is refused while sessions are active", otherAddress)
];
