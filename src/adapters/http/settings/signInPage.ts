import { type SignInProblem, signInSentence } from "../../../application/administer/signInProblems.ts";
import { html } from "../pages/Html.ts";
import type { HttpResponse } from "../server/HttpResponse.ts";
import { settingsPage } from "./settingsPage.ts";
import { problemStatus } from "./signInAnswers.ts";

/** Where a sign-in stands: nobody came, or somebody did with a set-up token and must name the account that is to be admin. */
export type SignInStep = "signed-out" | "set-up";

const intro: Readonly<Record<SignInStep, string>> = {
  "signed-out": "For those who run this service. Sign in with an account that is an admin of it.",
  "set-up":
    "The set-up token was good. Sign in now with the account that is to be an admin: its server asks you, and this service keeps no access to it."
};

const accountForm = html`<form method="post" action="/settings/sign-in/account">
<label for="account">Account</label>
<input id="account" name="account" type="text" required maxlength="253" autocomplete="username" autocapitalize="none" autocorrect="off"
 spellcheck="false" placeholder="alice.example.com" aria-describedby="account-hint">
<p class="hint" id="account-hint">Its handle, or its DID. You stay signed in here for 12 hours at most, 2 without doing anything.</p>
<button type="submit">Sign in</button>
</form>`;

const tokenForm = html`<form method="post" action="/settings/sign-in">
<label for="token">Set-up token</label>
<input id="token" name="token" type="password" required maxlength="200" autocomplete="one-time-code" autocapitalize="none"
 autocorrect="off" spellcheck="false" aria-describedby="hint">
<p class="hint" id="hint">For the first admin: every start prints one as long as there is none. It begins with setup_ and works once; <code>npx tidemark setup-token</code> makes another.</p>
<button type="submit">Go on</button>
</form>`;

/** Asks for the account, and who has no admin yet for the set-up token; `problem` says what was wrong before. */
export const signInPage = (step: SignInStep, problem: SignInProblem | null): HttpResponse =>
  settingsPage(
    problem === null ? 200 : problemStatus(problem),
    problem === null ? "Sign in to the settings" : "Sign in to the settings: please try again",
    html`<div class="narrow">
<h1>Sign in to the settings</h1>
${problem === null ? null : html`<p class="wrong" id="wrong" role="alert">${signInSentence(problem)}</p>`}
<p>${intro[step]}</p>
${accountForm}
${step === "set-up" ? null : tokenForm}
</div>`
  );
