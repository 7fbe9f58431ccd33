import type { HttpResponse } from "../server/response/HttpResponse.ts";
import { html } from "./Html.ts";
import { pageResponse } from "./pageResponse.ts";
import { suggestionForm } from "./suggestionForm.ts";

interface HandlePromptPage {
  /** Null if it is unknown, as when the page is shown again. */
  readonly clientName: string | null;
  /** The parameters of the app's request, which the form sends again together with the handle. */
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>;
  /** The previous input, and what is wrong with it. */
  readonly problem: {
    readonly status: number;
    readonly handle: string;
    readonly message: string;
    /** The handle or DID that was probably meant. */
    readonly suggestion: string | null;
  } | null;
}

/** Returns the page that asks a user for a handle, without a script: the form sends the app's request again with `login_hint`. */
export const handlePromptPage = ({ clientName, parameters, problem }: HandlePromptPage): HttpResponse => {
  const app = clientName === null ? html`the app` : html`<strong>${clientName}</strong>`;
  return pageResponse(
    problem === null ? 200 : problem.status,
    problem === null ? "Sign in" : "Sign in: check your handle",
    html`<h1>Sign in with your handle</h1>
<p>You are signing in to ${app}. You enter your password on your own server, never on this page.</p>
<form method="get" action="/oauth/authorize">
${parameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="from" value="form">
<label for="handle">Handle</label>
<input id="handle" name="login_hint" value="${problem?.handle ?? ""}" placeholder="alice.example.com" required
 maxlength="512" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" inputmode="url"
 autofocus${problem === null ? null : html` aria-invalid="true"`} aria-describedby="${problem === null ? "hint" : "wrong hint"}">
${problem === null ? null : html`<p class="wrong" id="wrong" role="alert">${problem.message}</p>`}
<p class="hint" id="hint">The name of your account, such as alice.example.com. You can also enter a DID, a link to your profile or the URL of your server.</p>
<button type="submit">Continue</button>
</form>
${suggestionForm({
  method: "get",
  action: "/oauth/authorize",
  parameters: [...parameters, ["from", "form"]],
  field: "login_hint",
  suggestion: problem?.suggestion ?? null
})}`
  );
};
