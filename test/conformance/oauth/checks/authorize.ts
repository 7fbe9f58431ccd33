import assert from "node:assert/strict";
import { type Check, check, NotApplicable, needed } from "../Check.ts";
import {
  expectPage,
  expectRedirectError,
  expectStatus,
  expectStrictHeaders,
  forEachCase,
  redirectTo
} from "../expectations.ts";
import type { Answer } from "../HttpWire.ts";
import { hashOf } from "../ProofKey.ts";
import { authorize, authorizeUrl, login, redirectUriOf, requestOf, toPds } from "../steps.ts";
import { encodeFields, type Fields, formType, type Target } from "../Target.ts";

/** A request goes on when the browser is sent to the person's own server, or asked something by a page of ours. */
const expectGoesOn = (target: Target, answer: Answer, redirectUri: string): void => {
  expectStatus(answer, 200, 302, 303);
  const location = answer.header("location");
  assert.ok(location === null || !location.startsWith(redirectUri), `expected no answer to the app yet: ${location}`);
  assert.equal(new URL(target.issuer).origin, target.issuer);
};

const refusals = (errors: ReadonlyArray<string>, cases: Readonly<Record<string, Fields>>) => async (target: Target) => {
  const client = target.client("public");
  await forEachCase(cases, async (fields) => {
    expectRedirectError(await authorize(target, client, fields), redirectUriOf(client), ...errors);
  });
};

const wickedStates: Readonly<Record<string, string>> = {
  blanks: "a b  c",
  "percent and plus": "100%25+1%zz",
  separators: "a&b=c#d?e",
  quotes: `"'<>\\`,
  "beyond ASCII": "é🌊",
  "512 bytes": "x%&y ".repeat(103).slice(0, 512)
};

const echoesState = async (target: Target): Promise<void> => {
  const client = target.client("public");
  await forEachCase(wickedStates, async (state) => {
    const answer = await authorize(target, client, { state, code_challenge: undefined });
    assert.equal(expectRedirectError(answer, redirectUriOf(client), "invalid_request").get("state"), state);
  });
  const state = Object.values(wickedStates).slice(0, 4).join("");
  assert.equal((await login(target, client, { state })).returned.searchParams.get("state"), state);
};

const repeated = async (target: Target): Promise<void> => {
  const client = target.client("public");
  const redirectUri = redirectUriOf(client);
  const once = { client_id: client.clientId, redirect_uri: redirectUri };
  await forEachCase(once, async (value, name) => {
    expectPage(await authorize(target, client, {}, `&${encodeFields({ [name]: value })}`), 400);
  });
  const again = { state: "x", scope: "atproto", response_type: "code", code_challenge_method: "S256", unknown: "1" };
  await forEachCase(again, async (value, name) => {
    const twice = `&${encodeFields({ [name]: value })}`;
    const answer = await authorize(target, client, name === "unknown" ? { unknown: "2" } : {}, twice);
    expectRedirectError(answer, redirectUri, "invalid_request");
  });
  const empty = await authorize(target, client, { code_challenge: "" });
  expectRedirectError(empty, redirectUri, "invalid_request");
  expectGoesOn(target, await authorize(target, client, { prompt: "", nonsense: "ignored" }), redirectUri);
};

const badScopes = async (target: Target): Promise<void> => {
  const client = target.client("public");
  const cases: Readonly<Record<string, string>> = {
    unknown: "atproto nonsense",
    malformed: 'atproto "quoted"',
    "without atproto": "transition:generic",
    "a repo scope that is none": "atproto repo:"
  };
  await forEachCase(cases, async (scope) => {
    expectRedirectError(await authorize(target, client, { scope }), redirectUriOf(client), "invalid_scope");
  });
  const narrow = target.client("narrow");
  const beyond = await authorize(target, narrow, { scope: "atproto transition:generic" });
  expectRedirectError(beyond, redirectUriOf(narrow), "invalid_scope");
};

const namesIssuer = async (target: Target): Promise<void> => {
  const client = target.client("public");
  const refused = await authorize(target, client, { response_type: "token" });
  assert.equal(redirectTo(refused, redirectUriOf(client)).get("iss"), target.metadata.issuer);
  const grant = await login(target, client);
  assert.equal(grant.returned.searchParams.get("iss"), target.metadata.issuer);
};

const postWorks = async (target: Target): Promise<void> => {
  const client = target.client("public");
  const fields = requestOf(target, client, target.newVerifier());
  const url = target.endpoint("authorization_endpoint");
  const refused = await target.post(url, { ...fields, response_type: "token" });
  expectStatus(refused, 303);
  const location = refused.header("location") ?? "";
  assert.ok(location.startsWith(redirectUriOf(client)));
  const asked = await target.post(url, { ...fields, login_hint: target.options.loginHint ?? undefined });
  expectStatus(asked, 303, 200);
  expectStatus(await authorize(target, client), 302, 303, 200);
};

const keepsQuery = async (target: Target): Promise<void> => {
  const client = target.client("public");
  const uri = needed(
    client.redirectUris.find((each) => each.includes("?")),
    "needs a redirect URI with a query"
  );
  const refused = await authorize(target, client, { redirect_uri: uri, response_type: "token" });
  const location = refused.header("location") ?? "";
  assert.ok(location.startsWith(`${uri}&`), `expected ${uri}&…, got ${location}`);
  assert.ok(URL.canParse(location));
  const grant = await login(target, client, { redirect_uri: uri });
  assert.ok(grant.returned.href.startsWith(`${uri}&`), `expected ${uri}&…, got ${grant.returned.href}`);
};

const noCors = async (target: Target): Promise<void> => {
  const origin = { origin: "https://elsewhere.example" };
  const preflight = { ...origin, "access-control-request-method": "POST" };
  const authorizeAt = target.endpoint("authorization_endpoint");
  const callback = new URL("/oauth/atp/callback", target.issuer);
  for (const url of [authorizeAt, callback]) {
    for (const sent of [{ headers: origin }, { method: "OPTIONS", headers: preflight }]) {
      const answer = await target.send(url, sent);
      const names = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
      assert.deepEqual(names, [], `${sent.method ?? "GET"} ${url.pathname}`);
    }
  }
};

const pages = async (target: Target): Promise<void> => {
  const client = target.client("public");
  expectStrictHeaders(await authorize(target, client, { client_id: "client_unknown" }));
  const asking = await authorize(target, client, { login_hint: undefined });
  if (asking.status === 200) expectPage(asking, 200);
  expectStrictHeaders(await target.browser().visit(new URL("/oauth/atp/callback?state=unknown&code=x", target.issuer)));
};

const requestObjects = async (target: Target): Promise<void> => {
  const client = target.client("public");
  const object = await authorize(target, client, { request: "eyJhbGciOiJub25lIn0.e30." });
  expectRedirectError(object, redirectUriOf(client), "request_not_supported", "invalid_request");
  const uris = {
    "somebody else's": "https://client.example/request.jwt",
    "of the right form": `urn:ietf:params:oauth:request_uri:${target.newState()}${target.newState()}`
  };
  await forEachCase(uris, async (request_uri) => {
    for (const fields of [{ request_uri }, { request_uri, redirect_uri: undefined, response_type: undefined }]) {
      const answer = await authorize(target, client, fields);
      if (answer.status === 400) expectPage(answer, 400);
      else {
        const errors = ["invalid_request", "invalid_request_uri", "request_uri_not_supported"];
        expectRedirectError(answer, redirectUriOf(client), ...errors);
      }
    }
  });
};

const denied = async (target: Target): Promise<void> => {
  const refuse = needed(target.options.refuse, "needs somebody who says no");
  const client = target.client("public");
  const fields = requestOf(target, client, target.newVerifier(), { login_hint: target.options.loginHint ?? undefined });
  const browser = target.browser();
  const atPds = await toPds(browser, authorizeUrl(target, fields));
  const answer = await browser.visit(await refuse(atPds));
  const parameters = expectRedirectError(answer, redirectUriOf(client), "access_denied");
  assert.equal(parameters.get("state"), fields.state);
  assert.equal(parameters.get("iss"), target.metadata.issuer);
};

const failsInside = async (target: Target): Promise<void> => {
  const fragile = target.with("fragile");
  const client = fragile.client("public");
  await fragile.exclusively(async () => {
    await fragile.operator().cutDatabase();
    try {
      const answer = await authorize(fragile, client);
      expectRedirectError(answer, redirectUriOf(client), "temporarily_unavailable", "server_error");
    } finally {
      await fragile.operator().mendDatabase();
      await fragile.ready();
    }
  });
};

const methods = async (target: Target): Promise<void> => {
  const url = target.endpoint("authorization_endpoint");
  expectStatus(await authorize(target, target.client("public")), 200, 302, 303);
  for (const method of ["PUT", "DELETE", "PATCH"]) {
    const answer = await target.send(url, { method, headers: { "content-type": formType } });
    expectStatus(answer, 405);
    assert.match(answer.header("allow") ?? "", /GET/, "Allow names GET");
  }
};

const unknownClients = async (target: Target): Promise<void> => {
  const client = target.client("public");
  const cases: Readonly<Record<string, string | undefined>> = {
    missing: undefined,
    empty: "",
    unknown: "client_nobody"
  };
  await forEachCase(cases, async (client_id) => expectPage(await authorize(target, client, { client_id }), 400));
};

const untrustedRedirects = async (target: Target): Promise<void> => {
  const client = target.client("public");
  if (client.redirectUris.length < 2) throw new NotApplicable("needs a client with several redirect URIs");
  const cases: Readonly<Record<string, string | undefined>> = {
    missing: undefined,
    empty: "",
    relative: "/callback",
    malformed: "https://",
    script: "javascript:alert(1)",
    unregistered: "https://elsewhere.example/callback"
  };
  await forEachCase(cases, async (redirect_uri) => expectPage(await authorize(target, client, { redirect_uri }), 400));
};

const withoutChallenge = async (target: Target): Promise<void> => {
  for (const client of [target.client("public"), target.client("basic")]) {
    const answer = await authorize(target, client, { code_challenge: undefined, code_challenge_method: undefined });
    expectRedirectError(answer, redirectUriOf(client), "invalid_request");
  }
};

const challenge = hashOf("a verifier of nobody");

/** Group AZ: the authorization endpoint. */
export const authorizeChecks: ReadonlyArray<Check> = [
  check("AZ-01", "Only GET and POST are accepted; other methods get 405 and Allow", methods),
  check("AZ-02", "An unknown or missing client_id results in a page with 400", unknownClients),
  check("AZ-03", "A missing, malformed or unregistered redirect_uri results in a page with 400", untrustedRedirects),
  check("AZ-04", "A missing response_type, and the types token and code id_token, are refused", async (target) => {
    await refusals(["invalid_request"], { missing: { response_type: undefined } })(target);
    const others = { token: { response_type: "token" }, hybrid: { response_type: "code id_token" } };
    await refusals(["unsupported_response_type"], others)(target);
  }),
  check("AZ-05", "A request without code_challenge is refused, for public and confidential clients", withoutChallenge),
  check(
    "AZ-06",
    "A code_challenge_method that is absent or plain is refused",
    refusals(["invalid_request"], {
      absent: { code_challenge_method: undefined },
      plain: { code_challenge_method: "plain" },
      "in lower case": { code_challenge_method: "s256" }
    })
  ),
  check(
    "AZ-07",
    "A challenge that is not 43 base64url characters is refused",
    refusals(["invalid_request"], {
      short: { code_challenge: challenge.slice(1) },
      long: { code_challenge: `${challenge}A` },
      padded: { code_challenge: `${challenge.slice(1)}=` },
      "of the other alphabet": { code_challenge: `${challenge.slice(1)}+` }
    })
  ),
  check("AZ-08", "A repeated parameter is refused, an empty one counts as absent, an unknown one is ignored", repeated),
  check(
    "AZ-09",
    "A scope that is unknown, malformed, beyond the registration or without atproto is refused",
    badScopes
  ),
  check("AZ-10", "state is returned byte for byte, on success and on errors", echoesState),
  check("AZ-11", "iss is returned on success and on errors, and is the issuer of the metadata", namesIssuer),
  check("AZ-12", "The redirect after POST is 303, after GET 302 or 303", postWorks),
  check("AZ-13", "The query of a redirect URI is preserved", keepsQuery),
  check("AZ-14", "The authorization endpoint and the callback send no CORS headers", noCors),
  check("AZ-15", "Every page forbids framing, referrers, caching and foreign scripts", pages),
  check("AZ-16", "A request object, and a request_uri of another server, are refused", requestObjects),
  check("AZ-17", "A user who declines is redirected to the app with access_denied, state and iss", denied),
  check("AZ-18", "The app is informed of an internal failure without its details", failsInside)
];
