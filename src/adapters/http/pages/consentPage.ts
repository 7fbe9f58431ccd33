import type { HttpResponse } from "../server/response/HttpResponse.ts";
import { describeScope } from "./describeScope.ts";
import { type Html, html } from "./Html.ts";
import { initial } from "./initial.ts";
import { pageResponse } from "./pageResponse.ts";

export interface ConsentPage {
  /** The name that the app chose for itself. It proves nothing. */
  readonly clientName: string;
  readonly clientId: string;
  /** How the app became known to this service. */
  readonly origin: "document" | "registration" | "device";
  readonly redirectUri: string;
  readonly scope: string;
  /** The account that the user entered; null if only a server was entered. */
  readonly account: string | null;
  readonly pds: string;
  /** The token of the pending request, which the form sends back as `confirmation` with the `answer` of the user. */
  readonly confirmation: string;
  /** The host of this service, which the PDS will show to the user. */
  readonly serviceHost: string;
}

const loopback: ReadonlyArray<string> = ["127.0.0.1", "[::1]", "localhost"];

/** The host of a URL with non-Latin scripts in Punycode, so that no host can imitate another. */
const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : "");

/** Where the browser returns to, in a form that a user can recognize. */
const destination = (redirectUri: string): Html => {
  const { hostname, protocol } = new URL(redirectUri);
  if (protocol !== "https:" && protocol !== "http:") {
    return html`an app on this device that opens <code>${protocol}</code> links`;
  }
  return loopback.includes(hostname)
    ? html`an app on this device (<code>${hostOf(redirectUri)}</code>)`
    : html`<code>${hostOf(redirectUri)}</code>`;
};

/** Where the app comes from, and what this service knows about that. */
const site = ({ clientId, origin }: ConsentPage): Html => {
  switch (origin) {
    case "document":
      return html`from <code>${hostOf(clientId)}</code> <span class="badge good">Address verified</span>`;
    case "registration":
      return html`<span class="badge warn">Publisher not verified</span>`;
    case "device":
      return html`by a developer on this device`;
  }
};

const hidden = (confirmation: string): Html => html`<input type="hidden" name="confirmation" value="${confirmation}">`;

/**
 * Returns the page that asks a user to confirm an app that no admin has checked. It comes before the PDS, which shows
 * only this service to the user. Nothing is loaded from the app: no logo, no link.
 */
export const consentPage = (page: ConsentPage, headers: HttpResponse["headers"]): HttpResponse =>
  pageResponse(
    200,
    "Do you know this app?",
    html`<h1>Do you know this app?</h1>
<p>It wants to act for you, and no admin of this service has checked it. Apps choose their own names, so check the addresses.</p>
<div class="party framed">${initial(page.clientName)}<div><p><strong><bdi>${page.clientName}</bdi></strong></p>
<p class="hint">${site(page)}</p></div></div>
<dl class="facts">
<dt>You return to</dt><dd>${destination(page.redirectUri)}</dd>
<dt>Your account</dt><dd>${page.account === null ? "the one you sign in with" : html`<code>${page.account}</code>`} at <code>${hostOf(page.pds)}</code></dd>
</dl>
<h2>It wants to</h2>
<ul class="scopes">${describeScope(page.scope).map((words) => html`<li>${words}</li>`)}</ul>
<form method="post" action="/oauth/authorize/confirm">
${hidden(page.confirmation)}
<button type="submit" name="answer" value="allow">Continue to my server</button>
<button type="submit" name="answer" value="deny" class="second">Cancel</button>
</form>
<p class="hint">You enter your password on your own server, which shows <code>${page.serviceHost}</code> instead of the app. You can <a href="/account">see and end your sign-ins</a> at any time.</p>`,
    headers
  );
