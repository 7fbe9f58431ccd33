import { html } from "../pages/Html.ts";
import { pageResponse } from "../pages/pageResponse.ts";
import { suggestionForm } from "../pages/suggestionForm.ts";
import type { HttpResponse } from "../server/response/HttpResponse.ts";
import { accountPageHeaders } from "./accountPageHeaders.ts";
import { type AccountProblem, accountSentence } from "./accountProblems.ts";

export interface AccountSignInPage {
  readonly status: number;
  readonly problem: AccountProblem | null;
  /** The handle or DID that was probably meant. */
  readonly suggestion?: string | null;
  /** What was typed before. */
  readonly account: string;
  /** The host of this service, which is what the PDS will name. */
  readonly serviceHost: string;
}

/** Asks a person for their handle, to show them their sign-ins. */
export const accountSignInPage = ({
  account,
  problem,
  serviceHost,
  status,
  suggestion = null
}: AccountSignInPage): HttpResponse =>
  pageResponse(
    status,
    problem === null ? "Your sign-ins" : "Your sign-ins: not signed in",
    html`<h1>See and end your sign-ins</h1>
<p>Which apps act for you through <code>${serviceHost}</code>, and why one of them logged you out. First show that the account is yours.</p>
<form method="post" action="/account/sign-in">
<label for="account">Your handle</label>
<input id="account" name="account" value="${account}" placeholder="alice.example.com" required
 maxlength="512" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" inputmode="url"
 autofocus${problem === null ? null : html` aria-invalid="true"`} aria-describedby="${problem === null ? "hint" : "wrong hint"}">
${problem === null ? null : html`<p class="wrong" id="wrong" role="alert">${accountSentence(problem)}</p>`}
<p class="hint" id="hint">Your own server asks for your password; this page never does. A DID, the link to your profile or the address of your server works, too.</p>
<button type="submit">Continue</button>
</form>
${suggestionForm({ method: "post", action: "/account/sign-in", parameters: [], field: "account", suggestion })}`,
    accountPageHeaders
  );
