import { html } from "../pages/Html.ts";
import { pageResponse } from "../pages/pageResponse.ts";
import { suggestionForm } from "../pages/suggestionForm.ts";
import type { HttpResponse } from "../server/response/HttpResponse.ts";
import { type AccountProblem, accountSentence } from "./accountProblems.ts";
import { accountPageHeaders } from "./accountResponses.ts";

interface AccountSignInPage {
  readonly status: number;
  readonly problem: AccountProblem | null;
  /** The handle or DID that was probably meant. */
  readonly suggestion?: string | null;
  /** The previous input. */
  readonly account: string;
  /** The host of this service, which the PDS will show to the user. */
  readonly serviceHost: string;
}

/** Returns the page that asks a user for a handle before it shows their sign-ins. */
export const accountSignInPage = ({
  account,
  problem,
  serviceHost,
  status,
  suggestion = null
}: AccountSignInPage): HttpResponse =>
  pageResponse(
    status,
    problem === null ? "Your sign-ins" : "Your sign-ins: check your handle",
    html`<h1>See and end your sign-ins</h1>
<p>See which apps can act for you through <code>${serviceHost}</code>, and why an app logged you out. First, sign in with your account.</p>
<form method="post" action="/account/sign-in">
<label for="account">Your handle</label>
<input id="account" name="account" value="${account}" placeholder="alice.example.com" required
 maxlength="512" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" inputmode="url"
 autofocus${problem === null ? null : html` aria-invalid="true"`} aria-describedby="${problem === null ? "hint" : "wrong hint"}">
${problem === null ? null : html`<p class="wrong" id="wrong" role="alert">${accountSentence(problem)}</p>`}
<p class="hint" id="hint">You enter your password on your own server, never on this page. You can also enter a DID, a link to your profile or the URL of your server.</p>
<button type="submit">Continue</button>
</form>
${suggestionForm({ method: "post", action: "/account/sign-in", parameters: [], field: "account", suggestion })}`,
    accountPageHeaders
  );
