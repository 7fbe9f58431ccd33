import type { ClientFault } from "../../../domain/client/ClientProposal.ts";
import { type Html, html } from "../pages/Html.ts";
import type { ClientForm } from "./readClientForm.ts";

type Field = keyof ClientForm;
type Faults = ReadonlyArray<ClientFault>;

const labels: Readonly<Record<Field, string>> = {
  name: "Client Name",
  type: "Client Type",
  redirectUris: "Redirect URIs",
  scope: "Scope"
};

const isField = (field: string): field is Field => Object.hasOwn(labels, field);

const messagesOf = (faults: Faults, field: Field): ReadonlyArray<string> =>
  faults.filter((fault) => fault.field === field).map(({ message }) => message);

const sentence = (label: string, message: string): string =>
  message.startsWith('"') ? message : `${label} ${message}`;

/** The message of a field below it, and what ties the two together. */
const wrong = (faults: Faults, field: Field): Html | null => {
  const messages = messagesOf(faults, field);
  if (messages.length === 0) return null;
  return html`<div class="wrong" id="${field}-wrong">${messages.map((message) => html`<div>${sentence(labels[field], message)}</div>`)}</div>`;
};

const described = (faults: Faults, field: Field): Html =>
  messagesOf(faults, field).length === 0
    ? html`aria-describedby="${field}-hint"`
    : html`aria-invalid="true" aria-describedby="${field}-wrong ${field}-hint"`;

/** All that is wrong, above the form, each leading to its field. */
const summary = (faults: Faults): Html | null => {
  if (faults.length === 0) return null;
  const fields = [...new Set(faults.map(({ field }) => field))].filter(isField);
  return html`<div class="wrong" role="alert"><strong>The client was not registered.</strong> Please look at:
<ul>${fields.map((field) => html`<li><a href="#${field === "type" ? "type-public" : field}">${labels[field]}</a></li>`)}</ul></div>`;
};

const choice = (form: ClientForm, value: string, name: string, about: string): Html =>
  html`<label class="choice" for="type-${value}"><input type="radio" id="type-${value}" name="type" value="${value}" required${
    form.type === value ? html` checked` : null
  }><span><strong>${name}</strong><small>${about}</small></span></label>`;

/** The form that registers a client, with what was written before and what is wrong with it at each field. */
export const clientFormPart = (
  form: ClientForm,
  faults: Faults
): Html => html`<h2 id="register">Register New Client</h2>
${summary(faults)}
<form method="post" action="/settings/clients" novalidate>
<label for="name">Client Name</label>
<input id="name" name="name" value="${form.name}" required maxlength="100" autocomplete="off" ${described(faults, "name")}>
${wrong(faults, "name")}
<p class="hint" id="name-hint">The name of the app, as people see it when they log in.</p>
<fieldset ${described(faults, "type")}>
<legend>Client Type</legend>
${choice(form, "public", "Public", "Browser and mobile apps, where a secret cannot be kept. No secret.")}
${choice(form, "confidential", "Confidential", "Server-side apps. You get a secret, shown once.")}
${wrong(faults, "type")}
<p class="hint" id="type-hint">It cannot be changed later.</p>
</fieldset>
<label for="redirectUris">Redirect URIs</label>
<textarea id="redirectUris" name="redirectUris" rows="4" required autocapitalize="none" autocorrect="off" spellcheck="false"
 placeholder="https://app.example.com/callback" ${described(faults, "redirectUris")}>
${form.redirectUris}</textarea>
${wrong(faults, "redirectUris")}
<p class="hint" id="redirectUris-hint">Where people return after they logged in, one per line: https, http for 127.0.0.1, [::1] and localhost only, or the own scheme of a native app.</p>
<label for="scope">Scope</label>
<input id="scope" name="scope" value="${form.scope}" autocapitalize="none" autocorrect="off" spellcheck="false" autocomplete="off" ${described(faults, "scope")}>
${wrong(faults, "scope")}
<p class="hint" id="scope-hint">What the app may ask for, with spaces between. <code>atproto transition:generic</code> suits most apps.</p>
<button type="submit">Register Client</button>
</form>`;
