import type { OwnAuthorization, Page } from "../../../application/account/listOwnAuthorizations.ts";
import type { EndedAuthorization } from "../../../application/account/listOwnEndedAuthorizations.ts";
import { endSentence } from "../../../domain/authorization/end/EndReason.ts";
import { groupByApp, type OfApp } from "../../../domain/authorization/groupByApp.ts";
import { describeScope } from "../pages/describeScope.ts";
import { type Html, html } from "../pages/Html.ts";
import { initial } from "../pages/initial.ts";
import { pagePolicy, pageResponse } from "../pages/pageResponse.ts";
import { exactTime, timeElement } from "../pages/timeElement.ts";
import type { HttpResponse } from "../server/response/HttpResponse.ts";
import { type AccountProblem, accountSentence } from "./accountProblems.ts";
import { accountPageHeaders } from "./accountResponses.ts";

export interface SignInsPage {
  readonly did: string;
  /** Null if it is unknown. */
  readonly handle: string | null;
  readonly serviceHost: string;
  readonly active: Page<OwnAuthorization>;
  /** Null when it cannot be read. */
  readonly ended: Page<EndedAuthorization> | null;
  /** The positions at which the shown pages start, from the query string; null for the first pages. */
  readonly from: { readonly before: number | null; readonly ended: number | null };
  readonly problem: AccountProblem | null;
  /** The time in milliseconds, to which all times on the page are relative. */
  readonly now: number;
  /** A sentence that confirms what was just ended. */
  readonly done: Html | null;
}

type App = Pick<OwnAuthorization, "clientId" | "clientName">;

/** The name that an app chose for itself. It proves nothing. */
export const appLabel = ({ clientName }: App): string => clientName ?? "Unnamed app";

const app = (
  one: App
): Html => html`<div class="party">${initial(appLabel(one))}<div><h3><bdi>${appLabel(one)}</bdi></h3>
<p class="hint"><code>${one.clientId}</code></p></div></div>`;

const permissions = (scope: string): Html =>
  html`<dt>Can</dt><dd><ul class="scopes">${describeScope(scope).map((words) => html`<li>${words}</li>`)}</ul></dd>`;

const active = (one: OwnAuthorization, now: number, showScope: boolean): Html => html`<li>
<dl class="facts">
${showScope ? permissions(one.scope) : null}
<dt>Since</dt><dd>${timeElement(one.grantedAt, now)}</dd>
<dt>Last used</dt><dd>${timeElement(one.usedAt, now)}</dd>
<dt>Expires</dt><dd>${timeElement(one.expiresAt, now)}, if unused until then</dd>
</dl>
<form method="post" action="/account/end">
<input type="hidden" name="authorization" value="${one.authorizationId}">
<button type="submit" class="second" aria-label="End the sign-in to ${appLabel(one)} that was last used ${exactTime(one.usedAt)}">End</button>
</form>
</li>
`;

/** The sign-ins to one app. What they all permit is said once. */
const activeOfApp = (of: OfApp<OwnAuthorization>, now: number): Html => {
  const scopes = new Set(of.entries.map(({ scope }) => scope));
  const [shared] = scopes;
  const isShared = scopes.size === 1 && shared !== undefined;
  return html`<li>
${app(of)}
${isShared ? html`<dl class="facts can">${permissions(shared)}</dl>` : null}
<ul class="of-app">${of.entries.map((one) => active(one, now, !isShared))}</ul>
</li>
`;
};

const over = (one: EndedAuthorization, now: number): Html => html`<li>
<p><strong>${endSentence[one.reason]}</strong></p>
<p class="hint">Ended ${timeElement(one.endedAt, now)}, started ${timeElement(one.begunAt, now)}</p>
</li>
`;

const overOfApp = (of: OfApp<EndedAuthorization>, now: number): Html => html`<li>
${app(of)}
<ul class="of-app">${of.entries.map((one) => over(one, now))}</ul>
</li>
`;

const link = (label: string, href: string): Html => html`<p class="more"><a href="${href}">${label}</a></p>`;

const address = (before: number | null, ended: number | null): string => {
  const query = new URLSearchParams();
  if (before !== null) query.set("before", `${before}`);
  if (ended !== null) query.set("ended", `${ended}`);
  return query.size === 0 ? "/account" : `/account?${query}`;
};

const listed = ({ from, active: { items, next }, now }: SignInsPage): Html => {
  if (items.length === 0 && from.before === null)
    return html`<p class="none">No app is signed in to your account here.</p>`;
  return html`<ul class="signins">${groupByApp(items).map((of) => activeOfApp(of, now))}</ul>
${next === null ? null : link("Older sign-ins", address(next, from.ended))}
${from.before === null ? null : link("Newest sign-ins", address(null, from.ended))}
${items.length > 1 || from.before !== null ? endAll : null}`;
};

const endAll = html`<form method="post" action="/account/end-all">
<button type="submit" class="second">End all</button>
<p class="hint">All apps are signed out, including those on the other pages of this list.</p>
</form>`;

const listedEnded = ({ ended, from, now }: SignInsPage): Html => {
  if (ended === null)
    return html`<p class="none" role="alert">The ended sign-ins cannot be loaded right now. Try again in a minute.</p>`;
  const { items, next } = ended;
  if (items.length === 0 && from.ended === null) return html`<p class="none">No sign-in ended in the last 30 days.</p>`;
  return html`<ul class="signins">${groupByApp(items).map((of) => overOfApp(of, now))}</ul>
${next === null ? null : link("Earlier ones", address(from.before, next))}
${from.ended === null ? null : link("Latest ones", address(from.before, null))}`;
};

const who = ({ did, handle }: SignInsPage): Html =>
  html`<div class="party">${initial(handle ?? did.replace(/^did:\w+:/, ""))}<p>Signed in as ${handle === null ? html`<code>${did}</code>` : html`<strong>@${handle}</strong>`}</p></div>`;

/** Returns the page with a user's sign-ins, a button to end each, and those that ended with the reason. */
export const signInsPage = (page: SignInsPage): HttpResponse =>
  pageResponse(
    200,
    "Your sign-ins",
    html`<h1>Your sign-ins</h1>
<form method="post" action="/account/sign-out" class="who">
${who(page)}
<button type="submit" class="second">Sign out of this page</button>
</form>
${page.problem === null ? null : html`<p class="wrong" role="alert">${accountSentence(page.problem)}</p>`}
${page.done === null ? null : html`<p class="done" role="status">${page.done}</p>`}
<section aria-labelledby="going-on">
<h2 id="going-on">Apps that act for you</h2>
<p>Their access goes through <code>${page.serviceHost}</code>. When you end a sign-in, the app loses its access immediately and is notified on its next request. Your server is notified, too.</p>
${listed(page)}
</section>
<section aria-labelledby="ended">
<h2 id="ended">Why was I logged out?</h2>
<p>Sign-ins that ended in the last 30 days.</p>
${listedEnded(page)}
</section>`,
    { ...accountPageHeaders, "content-security-policy": `${pagePolicy}; form-action 'self'` }
  );
