import type { SetupTokenRefused } from "../../../application/administer/setupToken.ts";
import { html } from "../pages/Html.ts";
import type { HttpResponse } from "../server/HttpResponse.ts";
import { settingsPage } from "./settingsPage.ts";

const another = "tidemark setup-token, on the machine of the service, makes another one.";

const explanations: Readonly<Record<SetupTokenRefused["reason"], string>> = {
  unknown: `This is no set-up token of this service. Copy it whole, from setup_ on; ${another}`,
  used: `This set-up token was used before, and each works once: ${another}`,
  expired: `This set-up token is older than 24 hours: ${another}`
};

/** What a person reads whose token does not let them in. */
export const refusedToken = ({ reason }: SetupTokenRefused): string => explanations[reason];

/** Asks for the set-up token; `problem` says what was wrong before. What was typed is a secret and not shown again. */
export const signInPage = (status: number, problem: string | null): HttpResponse =>
  settingsPage(
    status,
    problem === null ? "Sign in to the settings" : "Sign in to the settings: please try again",
    html`<div class="narrow">
<h1>Sign in to the settings</h1>
<p>For those who run this service. Every start without ADMIN_DIDS prints a set-up token that is good once; <code>npx tidemark setup-token</code> makes another.</p>
<form method="post" action="/settings/sign-in">
<label for="token">Set-up token</label>
<input id="token" name="token" type="password" required maxlength="200" autocomplete="one-time-code" autocapitalize="none"
 autocorrect="off" spellcheck="false" autofocus${problem === null ? null : html` aria-invalid="true"`} aria-describedby="${problem === null ? "hint" : "wrong hint"}">
${problem === null ? null : html`<p class="wrong" id="wrong" role="alert">${problem}</p>`}
<p class="hint" id="hint">It begins with setup_ and works once. You stay signed in here for 12 hours.</p>
<button type="submit">Sign in</button>
</form>
</div>`
  );
