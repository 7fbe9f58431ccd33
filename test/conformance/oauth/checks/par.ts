import assert from "node:assert/strict";
import { type Check, check } from "../Check.ts";
import { expectError, expectPage, expectStatus, forEachCase } from "../expectations.ts";
import type { Answer } from "../HttpWire.ts";
import { objectOf } from "../json.ts";
import { onMovedClock } from "../movingClock.ts";
import { ProofKey } from "../ProofKey.ts";
import { authorizeUrl, exchange, login, type ProvenRequest, postAs, redirectUriOf, requestOf } from "../steps.ts";
import { type Fields, formType, type Target, textOf } from "../Target.ts";
import { basicHeader, type TestClient } from "../TestClient.ts";
import { loginPushed } from "./codes.ts";
import { expectFlood } from "./token.ts";

const parOf = (target: Target): URL => target.endpoint("pushed_authorization_request_endpoint");

const push = async (
  target: Target,
  client: TestClient,
  more: Fields = {},
  proven: ProvenRequest = {}
): Promise<Answer> => {
  const request = requestOf(target, client, target.newVerifier(), {
    login_hint: target.options.loginHint ?? undefined,
    ...more
  });
  const key = client.method === "none" ? await ProofKey.make() : null;
  return postAs(target, client, parOf(target), request, { key, ...proven });
};

/** Opens a request that was pushed. */
const open = (target: Target, client_id: string, request_uri: string, more: Fields = {}, node = 0): Promise<Answer> =>
  target.browser(node).visit(authorizeUrl(target, { client_id, request_uri, ...more }));

const success = async (target: Target): Promise<void> => {
  for (const kind of ["public", "basic", "post"] as const) {
    const answer = await push(target, target.client(kind));
    expectStatus(answer, 201);
    const uri = textOf(answer, "request_uri");
    assert.match(uri, /^urn:ietf:params:oauth:request_uri:[\w.~:-]{22,}$/);
    const { expires_in: seconds } = objectOf(answer.text);
    assert.ok(Number(seconds) >= 5 && Number(seconds) <= 599, `expires_in ${seconds}`);
    assert.match(answer.header("cache-control") ?? "", /no-store/);
  }
  const client = target.client("public");
  const verifier = target.newVerifier();
  const key = await ProofKey.make();
  const hint = target.options.loginHint ?? undefined;
  const pushed = await postAs(
    target,
    client,
    parOf(target),
    requestOf(target, client, verifier, { login_hint: hint }),
    { key }
  );
  const grant = await loginPushed(target, client, textOf(pushed, "request_uri"), verifier, key);
  expectStatus(await exchange(target, grant), 200);
};

const unauthenticated = async (target: Target): Promise<void> => {
  const client = target.client("basic");
  const request = requestOf(target, client, target.newVerifier());
  expectError(await target.post(parOf(target), request), 401, "invalid_client");
  const wrong = { authorization: basicHeader(client.clientId, "wrong-wrong-wrong-wrong") };
  expectError(await target.post(parOf(target), request, { headers: wrong }), 401, "invalid_client");
  const nobody = { ...request, client_id: "client_nobody" };
  expectError(await target.post(parOf(target), nobody), 401, "invalid_client");
};

const methods = async (target: Target): Promise<void> => {
  for (const method of ["GET", "PUT"]) {
    const answer = await target.send(parOf(target), { method, headers: { "content-type": formType } });
    expectStatus(answer, 405);
    assert.match(answer.header("allow") ?? "", /POST/);
  }
  expectStatus(await push(target, target.client("basic"), { state: "x".repeat(70_000) }), 413);
  const guarded = target.with("guarded");
  const request = requestOf(guarded, guarded.client("basic"), guarded.newVerifier());
  await expectFlood(guarded, (headers) => guarded.post(parOf(guarded), request, { headers }));
};

const sameRules = async (target: Target): Promise<void> => {
  const cases: Readonly<Record<string, readonly [Fields, ...ReadonlyArray<string>]>> = {
    "no response_type": [{ response_type: undefined }, "invalid_request"],
    "response_type token": [{ response_type: "token" }, "unsupported_response_type"],
    "no challenge": [{ code_challenge: undefined }, "invalid_request"],
    "plain challenge": [{ code_challenge_method: "plain" }, "invalid_request"],
    "short challenge": [{ code_challenge: "short" }, "invalid_request"],
    "unknown scope": [{ scope: "atproto nonsense" }, "invalid_scope"],
    "no atproto": [{ scope: "transition:generic" }, "invalid_scope"],
    "another redirect_uri": [{ redirect_uri: "https://evil.example/" }, "invalid_request", "invalid_redirect_uri"],
    "request object": [{ request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported", "invalid_request"],
    "bad dpop_jkt": [{ dpop_jkt: "x" }, "invalid_request", "invalid_dpop_proof"]
  };
  await forEachCase(cases, async ([fields, ...errors]) => {
    const answer = await push(target, target.client("basic"), fields);
    expectError(answer, 400, ...errors);
    assert.equal(answer.header("location"), null);
  });
  const twice = `${new URLSearchParams({ scope: "atproto" })}&scope=atproto`;
  const headers = { authorization: basicHeader(target.client("basic").clientId, target.client("basic").secret ?? "") };
  expectError(await target.post(parOf(target), twice, { headers }), 400, "invalid_request");
};

const notYours = async (target: Target): Promise<void> => {
  const client = target.client("basic");
  const uri = textOf(await push(target, client), "request_uri");
  expectPage(await open(target, target.client("otherBasic").clientId, uri), 400);
  expectPage(await open(target, client.clientId, `${uri}x`), 400);
  expectPage(await open(target, client.clientId, "urn:ietf:params:oauth:request_uri:nobody"), 400);
  expectStatus(await open(target, client.clientId, uri, {}, 1), 200, 302, 303);
  await onMovedClock(target, async (later) => {
    const pushed = await push(later, later.client("basic"));
    await later.elapse((Number(objectOf(pushed.text).expires_in) + 1) * 1000);
    expectPage(await open(later, later.client("basic").clientId, textOf(pushed, "request_uri")), 400);
  });
};

const notMerged = async (target: Target): Promise<void> => {
  const client = target.client("public");
  const verifier = target.newVerifier();
  const key = await ProofKey.make();
  const state = target.newState();
  const request = requestOf(target, client, verifier, { state, login_hint: target.options.loginHint ?? undefined });
  const uri = textOf(await postAs(target, client, parOf(target), request, { key }), "request_uri");
  const merged: Fields = {
    redirect_uri: "https://evil.example/",
    state: "another",
    scope: "atproto nonsense",
    response_type: "token",
    code_challenge: "x",
    code_challenge_method: undefined,
    login_hint: undefined,
    request_uri: uri
  };
  const grant = await login(target, client, merged, { key }).catch(() => null);
  // `login` takes the redirect URI it sent for the app's; what counts is where the browser really came back to.
  const answer = grant ?? (await loginPushed(target, client, uri, verifier, key));
  assert.ok(answer.returned.href.startsWith(redirectUriOf(client)), answer.returned.href);
  assert.equal(answer.returned.searchParams.get("state"), state);
  expectStatus(await exchange(target, { ...answer, verifier, redirectUri: redirectUriOf(client) }), 200);
  expectPage(await open(target, client.clientId, uri), 400);
};

const publicKeys = async (target: Target): Promise<void> => {
  const client = target.client("public");
  expectError(await push(target, client, {}, { key: null }), 400, "invalid_dpop_proof", "invalid_request");
  const key = await ProofKey.make();
  const other = await ProofKey.make();
  expectStatus(await push(target, client, { dpop_jkt: key.jkt }, { key: null }), 201);
  expectStatus(await push(target, client, { dpop_jkt: key.jkt }, { key }), 201);
  expectError(
    await push(target, client, { dpop_jkt: other.jkt }, { key }),
    400,
    "invalid_dpop_proof",
    "invalid_request"
  );
  const proof = await key.proof("GET", parOf(target).href);
  expectError(await push(target, client, {}, { proof }), 400, "invalid_dpop_proof");
  const nonces = target.options.variants.nonces;
  if (nonces === undefined) return;
  const bare = { proof: await key.proof("POST", parOf(nonces).href) };
  const challenged = await push(nonces, nonces.client("public"), {}, bare);
  expectError(challenged, 400, "use_dpop_nonce");
  expectStatus(
    await push(nonces, nonces.client("public"), {}, { key, nonce: challenged.header("dpop-nonce") ?? "" }),
    201
  );
};

const nested = async (target: Target): Promise<void> => {
  const request_uri = "urn:ietf:params:oauth:request_uri:x";
  expectError(await push(target, target.client("basic"), { request_uri }), 400, "invalid_request");
};

/** Group PA: pushed authorization requests. */
export const parChecks: ReadonlyArray<Check> = [
  check(
    "PA-01",
    "A pushed request gets 201, an unguessable request_uri, expires_in 5 to 599 and no-store, and leads to tokens",
    success
  ),
  check("PA-02", "Missing or wrong client authentication is refused", unauthenticated),
  check("PA-03", "A request_uri inside a pushed request is refused", nested),
  check("PA-04", "GET, a body that is too large, and a flood are refused", methods),
  check("PA-05", "Every rule of the authorization endpoint applies, with JSON errors and no redirect", sameRules),
  check("PA-06", "A request_uri of another client, unknown or expired, results in a page with 400", notYours),
  check("PA-07", "Parameters next to a request_uri are not merged, and it cannot be used after a code", notMerged),
  check("PA-08", "A public client proves or names a key, and both must agree", publicKeys)
];
