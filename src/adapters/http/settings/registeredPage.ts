import * as Redacted from "effect/Redacted";
import type { ClientWithSecret } from "../../../application/clients/registerClient.ts";
import { html } from "../pages/Html.ts";
import type { HttpResponse } from "../server/HttpResponse.ts";
import { settingsPage } from "./settingsPage.ts";

/** Shows the client that was just registered; of a confidential one also the secret, here and never again. */
export const registeredPage = (name: string, { clientId, secret }: ClientWithSecret): HttpResponse =>
  settingsPage(
    201,
    "Client registered",
    html`<div class="narrow">
<h1>Client registered</h1>
<p><strong>${name}</strong> can let people log in now.</p>
<div class="once"><p id="id">Client ID</p><code aria-labelledby="id">${clientId}</code></div>
${
  secret === null
    ? html`<p>A public client holds no secret: the Client ID is all that the app needs.</p>`
    : html`<div class="once"><p id="secret">Client Secret</p><code aria-labelledby="secret">${Redacted.value(secret)}</code></div>
<p role="status"><strong>Copy the secret now: this page is the only place it is ever shown.</strong> The service keeps a hash of it. If it is lost, <code>tidemark clients rotate-secret</code> makes another.</p>`
}
<p><a href="/settings">Back to all clients</a></p>
</div>`
  );
