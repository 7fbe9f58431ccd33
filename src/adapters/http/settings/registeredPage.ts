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
<dl class="once"><dt>Client ID</dt><dd><code>${clientId}</code></dd>${
      secret === null ? null : html`<dt>Client Secret</dt><dd><code>${Redacted.value(secret)}</code></dd>`
    }</dl>
${
  secret === null
    ? html`<p>A public client holds no secret: the Client ID is all that the app needs.</p>`
    : html`<p role="status"><strong>Copy the secret now: it is never shown again.</strong> The service keeps a hash of it only. If it is lost, <code>tidemark clients rotate-secret</code> makes another.</p>`
}
<p><a href="/settings">Back to all clients</a></p>
</div>`
  );
