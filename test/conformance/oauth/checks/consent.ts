import assert from "node:assert/strict";
import type { Browser } from "../Browser.ts";
import { postedForm } from "../Browser.ts";
import { type Check, check, NotApplicable, needed } from "../Check.ts";
import { expectPage, expectRedirectError, expectStatus, forEachCase } from "../expectations.ts";
import type { Answer } from "../HttpWire.ts";
import { objectOf } from "../json.ts";
import { jsonType, type SelfRegistered, selfRegister, webCallback } from "../registration.ts";
import { authorizeUrl, openSession, redirectUriOf, requestOf, toPds } from "../steps.ts";
import { type Fields, formType, type Target } from "../Target.ts";
import type { TestClient } from "../TestClient.ts";

const hintOf = (target: Target): Fields => ({ login_hint: target.options.loginHint ?? undefined });

/** Somebody that nobody on the target vouched for. */
const stranger = (target: Target): Promise<SelfRegistered> =>
  selfRegister(target, "none", { client_name: "A stranger" });

const visitFor = async (
  target: Target,
  client: TestClient,
  browser: Browser,
  more: Fields = {},
  headers: Readonly<Record<string, string>> = {}
): Promise<{ readonly page: Answer; readonly url: URL; readonly fields: Fields }> => {
  const fields = requestOf(target, client, target.newVerifier(), { ...hintOf(target), ...more });
  const url = authorizeUrl(target, fields);
  return { page: await browser.visit(url, { headers }), url, fields };
};

/** Our own page, which asks whether the person means this app. */
const expectConfirmation = (page: Answer): void => {
  expectPage(page, 200);
  assert.notEqual(postedForm(page.text), null, "a page with a form that is posted");
};

const firstUse = async (target: Target): Promise<void> => {
  const client = await stranger(target);
  const { page } = await visitFor(target, client, target.browser(), { scope: "atproto transition:generic" });
  expectConfirmation(page);
  for (const text of ["A stranger", new URL(webCallback).host])
    assert.ok(page.text.includes(text), `the page does not say ${text}`);
  if (target.options.operator === null) return;
  const events = (await target.operator().events()).filter((event) => event.clientId === client.clientId);
  assert.ok(
    !events.some(({ type }) => type.startsWith("UpstreamLoginStarted")),
    "the PDS was asked before the person was"
  );
};

const notForAnother = async (target: Target): Promise<void> => {
  const [one, another] = [await stranger(target), await stranger(target)];
  const browser = target.browser();
  const { page, url } = await visitFor(target, one, browser);
  expectConfirmation(page);
  expectStatus(await browser.submit(page, url, "approve"), 302, 303);
  expectConfirmation((await visitFor(target, another, browser)).page);
};

const forgedPost = async (target: Target): Promise<void> => {
  const client = await stranger(target);
  const browser = target.browser();
  const { page, url } = await visitFor(target, client, browser);
  expectConfirmation(page);
  const form = needed(postedForm(page.text), "a form");
  const at = new URL(form.action, url);
  const button = form.buttons.find((each) => !Object.values(each).some((value) => /deny|cancel/i.test(value))) ?? {};
  const fields = new URLSearchParams({ ...form.hidden, ...button }).toString();
  const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join("; ");
  const post = (headers: Readonly<Record<string, string>>, body: string) =>
    target.send(at, { method: "POST", headers: { "content-type": formType, ...headers }, body });
  const same = { origin: at.origin, "sec-fetch-site": "same-origin" };
  const tampered = new URLSearchParams(
    Object.fromEntries(Object.keys({ ...form.hidden, ...button }).map((name) => [name, "x"]))
  );
  const cases: Readonly<Record<string, Promise<Answer>>> = {
    "a foreign origin": post({ cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" }, fields),
    "another site": post({ cookie, "sec-fetch-site": "cross-site" }, fields),
    "no cookie": post(same, fields),
    "no token": post({ cookie, ...same }, new URLSearchParams(button).toString()),
    "another token": post({ cookie, ...same }, tampered.toString())
  };
  await forEachCase(cases, async (answer) => expectStatus(await answer, 400, 403));
  expectStatus(await browser.submit(page, url, "approve"), 302, 303);
};

const saysNo = async (target: Target): Promise<void> => {
  const client = await stranger(target);
  const browser = target.browser();
  const { fields, page, url } = await visitFor(target, client, browser);
  const parameters = expectRedirectError(
    await browser.submit(page, url, "deny"),
    redirectUriOf(client),
    "access_denied"
  );
  assert.equal(parameters.get("state"), fields.state);
};

/** A login as far as the return from the PDS, which has not been followed yet. */
const atReturn = async (target: Target, browser: Browser) => {
  const approve = needed(target.options.approve, "needs somebody who can sign in");
  const client = target.client("public");
  const fields = requestOf(target, client, target.newVerifier(), hintOf(target));
  const atPds = await toPds(browser, authorizeUrl(target, fields));
  return { client, fields, back: await approve(atPds), atPds };
};

const otherBrowser = async (target: Target): Promise<void> => {
  const browser = target.browser();
  const { back } = await atReturn(target, browser);
  const { position = 0 } = (target.options.operator === null ? [] : await target.operator().events()).at(-1) ?? {};
  expectPage(await target.browser().visit(back), 403);
  const late = await browser.visit(back);
  expectStatus(late, 400, 403);
  assert.equal(late.header("location"), null, "the login went on after it was carried into another browser");
  if (target.options.operator === null) return;
  const since = (await target.operator().events()).filter((event) => event.position > position);
  const told = since.filter(({ reason, type }) => type.startsWith("LoginFailed") && reason === "browser-mismatch");
  // Nothing else in the suite is carried into another browser.
  assert.equal(told.length, 1, "the log tells once why the login ended");
};

const cookies = async (target: Target): Promise<void> => {
  const browser = target.browser();
  const fields = requestOf(target, target.client("public"), target.newVerifier(), hintOf(target));
  const answer = await browser.visit(authorizeUrl(target, fields));
  assert.ok(answer.cookies.length > 0, "no cookie binds the login to the browser");
  for (const whole of answer.cookies) {
    // What fails is told to many: never with the value.
    const cookie = whole.replace(/=[^;]*/, "=…");
    assert.match(cookie, /^__Host-/);
    for (const attribute of [/; *Secure/i, /; *HttpOnly/i, /; *SameSite=Lax/i, /; *Path=\//i])
      assert.match(cookie, attribute);
    const [, seconds = "9999"] = /max-age=(\d+)/i.exec(cookie) ?? [];
    assert.ok(Number(seconds) <= 600, cookie);
    assert.doesNotMatch(cookie, /; *Domain=/i);
  }
};

const asksAgain = async (target: Target): Promise<void> => {
  const client = await stranger(target);
  const browser = target.browser();
  const first = await visitFor(target, client, browser);
  expectStatus(await browser.submit(first.page, first.url, "approve"), 302, 303);
  expectConfirmation((await visitFor(target, client, browser, {}, { "sec-fetch-site": "cross-site" })).page);
  expectConfirmation((await visitFor(target, client, browser)).page);
  expectConfirmation(
    (await visitFor(target, client, browser, { prompt: "none" }, { "sec-fetch-site": "cross-site" })).page
  );
};

const changedClient = async (target: Target): Promise<void> => {
  const client = await stranger(target);
  const browser = target.browser();
  const first = await visitFor(target, client, browser);
  expectStatus(await browser.submit(first.page, first.url, "approve"), 302, 303);
  const bearer = { authorization: `Bearer ${client.registrationToken}` };
  const registered = objectOf((await target.send(client.registrationUri, { headers: bearer })).text);
  const {
    registration_access_token: _token,
    registration_client_uri: _uri,
    client_id_issued_at: _at,
    ...metadata
  } = registered;
  const body = JSON.stringify({ ...metadata, client_name: "Somebody else" });
  expectStatus(
    await target.send(client.registrationUri, { method: "PUT", headers: { ...bearer, ...jsonType }, body }),
    200
  );
  const { page } = await visitFor(target, client, browser, {}, { "sec-fetch-site": "same-origin" });
  expectConfirmation(page);
  assert.ok(page.text.includes("Somebody else"));
};

/** The reply to an equal return of the same browser may be repeated, as it was: that is no second use. */
const isUsed = async (browser: Browser, other: Browser, back: URL, reply: string | null): Promise<void> => {
  const again = await browser.visit(back);
  if (again.header("location") === null) expectPage(again, 400);
  else assert.equal(again.header("location"), reply, "a second code for one return");
  const another = new URL(back);
  another.searchParams.set("code", "another-code");
  expectPage(await browser.visit(another), 400);
  assert.ok((await other.visit(back)).status >= 400, "another browser gets something for a state that was used");
};

const freshState = async (target: Target): Promise<void> => {
  const browser = target.browser();
  const first = await atReturn(target, browser);
  const second = await atReturn(target, target.browser());
  const states = [first, second].map(({ back }) => back.searchParams.get("state") ?? "");
  assert.equal(new Set(states).size, 2);
  for (const state of states) assert.match(state, /^[\w-]{22,}$/, "a state of fewer than 128 bits, or with data in it");
  assert.notEqual(states[0], first.fields.state);
  const completed = await browser.visit(first.back);
  expectStatus(completed, 302, 303);
  await isUsed(browser, target.browser(), first.back, completed.header("location"));
  const unknown = new URL(first.back);
  unknown.searchParams.set("state", target.newState() + target.newState());
  expectPage(await browser.visit(unknown), 400);
  unknown.searchParams.delete("state");
  expectPage(await browser.visit(unknown), 400);
};

const apartFromPds = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  const { approveAsAnother } = target.options;
  const browser = target.browser();
  const client = target.client("public");
  const fields = requestOf(target, client, target.newVerifier(), hintOf(target));
  const atPds = await toPds(browser, authorizeUrl(target, fields));
  const atServer = await fetch(new URL("/xrpc/com.atproto.server.getSession", atPds.origin), {
    headers: {
      authorization: `DPoP ${session.accessToken}`,
      dpop: await session.key.proof("GET", `${atPds.origin}/xrpc/com.atproto.server.getSession`)
    }
  });
  assert.ok(atServer.status >= 400, "the PDS takes a token of ours");
  const back = await needed(approveAsAnother, "needs a second person")(atPds);
  const answer = await browser.visit(back);
  expectRedirectError(answer, redirectUriOf(client), "access_denied");
};

const noRegistration = (run: (target: Target) => Promise<void>) => async (target: Target) => {
  if (typeof target.metadata.registration_endpoint !== "string")
    throw new NotApplicable("the metadata names no registration_endpoint");
  await run(target);
};

/** Group CD: the service stands between the app and the PDS, and is no deputy of either. */
export const consentChecks: ReadonlyArray<Check> = [
  check(
    "CD-01",
    "The first use of an untrusted client shows the consent page before the PDS is contacted",
    noRegistration(firstUse)
  ),
  check(
    "CD-02",
    "A confirmation for one client does not apply to another client of the same host",
    noRegistration(notForAnother)
  ),
  check(
    "CD-03",
    "Only the consent page itself can answer it; a user who declines is redirected to the app",
    noRegistration(async (target) => {
      await forgedPost(target);
      await saysNo(target);
    })
  ),
  check("CD-04", "A callback in another browser is a page with 403, ends the login, and is recorded", otherBrowser),
  check("CD-05", "Cookies are __Host-, Secure, HttpOnly and SameSite=Lax, for up to 10 minutes", cookies),
  check(
    "CD-06",
    "A request from another site, or of unknown origin, must be confirmed again",
    noRegistration(asksAgain)
  ),
  check("CD-07", "A changed client must be confirmed again", noRegistration(changedClient)),
  check("CD-08", "The state sent to the PDS is new, single-use, and not that of the app", freshState),
  check(
    "CD-09",
    "Tokens stay on their side; a sign-in with another account than requested is access_denied",
    apartFromPds
  )
];
