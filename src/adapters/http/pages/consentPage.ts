import type { HttpResponse } from "../server/response/HttpResponse.ts";
import { describeScope } from "./describeScope.ts";
import { type Html, html } from "./Html.ts";
import { pageResponse } from "./pageResponse.ts";

export interface ConsentPage {
  /** What the app calls itself, which anybody can. */
  readonly clientName: string;
  readonly clientId: string;
  /** How the app came to be known here. */
  readonly origin: "document" | "registration" | "device";
  readonly redirectUri: string;
  readonly scope: string;
  /** As whom the person said to sign in; null when only a server was named. */
  readonly account: string | null;
  readonly pds: string;
  /** What the answer must bring. */
  readonly confirmation: string;
  /** The host of this service, which is what the PDS will name. */
  readonly serviceHost: string;
}

const loopback: ReadonlyArray<string> = ["127.0.0.1", "[::1]", "localhost"];

/** The host of an address as it is dialled: other scripts than the Latin one as punycode, so that none looks like another. */
const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : "");

/** Where the browser goes in the end, as a person can tell it apart. */
const destination = (redirectUri: string): Html => {
  const { hostname, protocol } = new URL(redirectUri);
  if (protocol !== "https:" && protocol !== "http:") {
    return html`an app on this device that answers to <code>${protocol}</code>`;
  }
  return loopback.includes(hostname)
    ? html`an app on this device (<code>${hostOf(redirectUri)}</code>)`
    : html`<code>${hostOf(redirectUri)}</code>`;
};

const publisher = ({ clientId, origin }: ConsentPage): Html => {
  switch (origin) {
    case "document":
      return html`<code>${hostOf(clientId)}</code>`;
    case "registration":
      return html`nobody that this service knows`;
    case "device":
      return html`somebody who develops it on this device`;
  }
};

const hidden = (confirmation: string): Html => html`<input type="hidden" name="confirmation" value="${confirmation}">`;

/**
 * Asks a person about an app that nobody here vouches for, before anything is said to the PDS, which will only name
 * this service. Nothing is loaded from the app: no logo, no link.
 */
export const consentPage = (page: ConsentPage, headers: HttpResponse["headers"]): HttpResponse =>
  pageResponse(
    200,
    "Do you know this app?",
    html`<h1>Do you know this app?</h1>
<p>It wants to act for you, and nobody at this service has checked it. Its name can be anything, so look at the addresses.</p>
<dl class="facts">
<dt>Calls itself</dt><dd><strong><bdi>${page.clientName}</bdi></strong></dd>
<dt>Published by</dt><dd>${publisher(page)}</dd>
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
<p class="hint">Your server asks for your password, and names <code>${page.serviceHost}</code> instead of the app. <a href="/account">See and end your sign-ins</a> at any time.</p>`,
    headers
  );
