import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import { chromiumPath } from "../../browser/Browser.ts";
import { loginPushed } from "./checks/codes.ts";
import { hashOf, ProofKey } from "./ProofKey.ts";
import { requestOf } from "./steps.ts";
import { encodeFields, type Target } from "./Target.ts";

/** A page of another origin than the target's. */
const elsewhere = async () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<p>app")
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The page has no port");
  return { url: `http://127.0.0.1:${address.port}/`, stop: () => server.close() };
};

interface Asked {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a script of the page can read of the answer; it throws where the browser keeps the answer from it. */
const fetchInPage = async ({ body, headers, url }: Asked) => {
  const response = await fetch(url, { method: "POST", body, headers });
  return {
    status: response.status,
    nonce: response.headers.get("dpop-nonce"),
    challenge: response.headers.get("www-authenticate"),
    text: await response.text()
  };
};

/** Whether there is a browser to ask in. */
export const hasBrowser = chromiumPath !== undefined;

/** Chromium lets a page of another origin come from a pushed request over its code to the API, by challenges that it reads. */
export const inBrowser = async (target: Target): Promise<void> => {
  const asking = target.with("nonces");
  const [reach = asking.issuer] = asking.options.nodes;
  const app = await elsewhere();
  const browser = await chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: ["--no-sandbox", "--disable-gpu"]
  });
  try {
    const page = await browser.newPage();
    await page.goto(app.url);
    const key = await ProofKey.make();
    /** The proof is for the public address; the browser reaches the process itself. */
    const post = async (at: URL, body: string, type: string, more: Readonly<Record<string, string>>, claims = {}) => {
      const dpop = await key.proof("POST", at.href, claims);
      const headers = { "content-type": type, dpop, ...more };
      return page.evaluate(fetchInPage, { url: `${reach}${at.pathname}`, body, headers });
    };
    const form = "application/x-www-form-urlencoded";
    const client = asking.client("public");
    const verifier = asking.newVerifier();
    const par = asking.endpoint("pushed_authorization_request_endpoint");
    const hint = asking.options.loginHint ?? undefined;
    const request = encodeFields(requestOf(asking, client, verifier, { login_hint: hint }));
    const challenged = await post(par, request, form, {});
    assert.equal(challenged.status, 400);
    assert.match(challenged.text, /use_dpop_nonce/);
    assert.ok(challenged.nonce, "a script cannot read DPoP-Nonce of a 400");
    const pushed = await post(par, request, form, {}, { nonce: challenged.nonce });
    assert.equal(pushed.status, 201, pushed.text);
    const { request_uri: requestUri } = JSON.parse(pushed.text);
    const grant = await loginPushed(asking, client, String(requestUri), verifier, key);
    const fields = {
      grant_type: "authorization_code",
      client_id: client.clientId,
      code: grant.code,
      redirect_uri: grant.redirectUri,
      code_verifier: verifier
    };
    const tokens = await post(
      asking.endpoint("token_endpoint"),
      encodeFields(fields),
      form,
      {},
      { nonce: challenged.nonce }
    );
    assert.equal(tokens.status, 200, "the code was not taken");
    const { access_token: token, sub } = JSON.parse(tokens.text);
    asking.options.secrets.add("access_token, issued in a browser", String(token));
    asking.options.secrets.add("refresh_token, issued in a browser", String(JSON.parse(tokens.text).refresh_token));
    const authorized = { authorization: `DPoP ${token}` };
    const question = JSON.stringify({ query: "{ viewer { did } }" });
    const known = await post(asking.resource(), question, "application/json", authorized, {
      ath: hashOf(String(token)),
      nonce: challenged.nonce
    });
    assert.deepEqual(JSON.parse(known.text), { data: { viewer: { did: sub } } });
    const change = JSON.stringify({ query: "mutation { __typename }" });
    const refused = await post(
      asking.resource(),
      change,
      "application/json",
      { authorization: `DPoP ${token}x` },
      { ath: "x" }
    );
    assert.equal(refused.status, 401);
    assert.ok(refused.challenge, "a script cannot read WWW-Authenticate of a 401");
  } finally {
    await browser.close();
    app.stop();
  }
};
