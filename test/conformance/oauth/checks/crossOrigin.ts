import assert from "node:assert/strict";
import { askMutation } from "../access.ts";
import { type Check, check, needed } from "../Check.ts";
import { expectStatus } from "../expectations.ts";
import { sweepTarget } from "../sweep.ts";
import type { Target } from "../Target.ts";

const origin = "https://elsewhere.example";

const shared = [
  "token_endpoint",
  "pushed_authorization_request_endpoint",
  "revocation_endpoint",
  "registration_endpoint",
  "jwks_uri"
];

const openPaths = (target: Target): ReadonlyArray<URL> => [
  ...shared.flatMap((name) => {
    const value = target.metadata[name];
    return typeof value === "string" ? [new URL(value)] : [];
  }),
  new URL("/.well-known/oauth-authorization-server", target.issuer),
  new URL("/.well-known/oauth-protected-resource", target.issuer),
  ...(target.options.resource === null ? [] : [target.resource()])
];

const preflights = async (target: Target): Promise<void> => {
  for (const url of openPaths(target)) {
    const method = /well-known|jwks/.test(url.pathname) ? "GET" : "POST";
    const headers = {
      origin,
      "access-control-request-method": method,
      "access-control-request-headers": "content-type,dpop,authorization"
    };
    const answer = await target.send(url, { method: "OPTIONS", headers });
    expectStatus(answer, 200, 204);
    assert.equal(answer.header("access-control-allow-origin"), "*", url.pathname);
    assert.equal(answer.header("access-control-allow-credentials"), null, url.pathname);
    const allowed = (answer.header("access-control-allow-headers") ?? "").toLowerCase();
    for (const name of ["content-type", "dpop", "authorization"])
      assert.ok(allowed.includes(name), `${url.pathname}: ${name}`);
    assert.ok((answer.header("access-control-allow-methods") ?? "").includes(method), url.pathname);
  }
};

const onErrors = async (target: Target): Promise<void> => {
  const posts = openPaths(target).filter((url) => !/well-known|jwks|graphql/.test(url.pathname));
  const answers = await Promise.all(posts.map((url) => target.post(url, { nothing: "x" }, { headers: { origin } })));
  const refused = await askMutation(target, { authorization: "DPoP x", origin });
  for (const answer of [...answers, refused]) {
    assert.ok(answer.status >= 400, `${answer.status}`);
    assert.equal(answer.header("access-control-allow-origin"), "*");
    const exposed = (answer.header("access-control-expose-headers") ?? "").toLowerCase();
    for (const name of ["dpop-nonce", "www-authenticate", "retry-after"]) assert.ok(exposed.includes(name), name);
  }
};

const everywhere = async (target: Target): Promise<void> => {
  const unknown = await target.send("/no/such/path");
  expectStatus(unknown, 404);
  assert.match(unknown.header("content-type") ?? "", /^application\/json/);
  assert.deepEqual(JSON.parse(unknown.text).error, "not_found");
  const paths = ["/no/such/path", "/.well-known/oauth-authorization-server", "/oauth/authorize", "/oauth/token", "/"];
  for (const path of paths) {
    const answer = await target.send(path);
    assert.equal(answer.header("x-content-type-options"), "nosniff", path);
    assert.match(answer.header("strict-transport-security") ?? "", /max-age=\d+/, path);
    assert.match(answer.header("content-security-policy") ?? "", /default-src/, path);
    assert.ok((answer.header("x-request-id") ?? "").length >= 8, `${path}: an answer without a correlation id`);
  }
};

const inABrowser = async (target: Target): Promise<void> => {
  await needed(target.options.inBrowser, "needs Chromium on this machine")(target);
};

/** Group CO: cross-origin requests, headers, and what leaks. */
export const crossOriginChecks: ReadonlyArray<Check> = [
  check(
    "CO-01",
    "Preflights allow any origin to send content-type, dpop and authorization, never with credentials",
    preflights
  ),
  check("CO-02", "Scripts can read errors with nonce, challenge and Retry-After", onErrors),
  check("CO-03", "Chromium can read the DPoP-Nonce of a 400, and completes a login up to the API", inABrowser),
  check(
    "CO-04",
    "Every response has strict headers and a correlation id; an unknown path is a 404 in JSON",
    everywhere
  ),
  check("CO-05", "No stored data, log or error contains a secret that the suite saw", sweepTarget)
];
