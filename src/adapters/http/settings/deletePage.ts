import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { html } from "../pages/Html.ts";
import type { HttpResponse } from "../server/HttpResponse.ts";
import { settingsPage } from "./settingsPage.ts";

/** Asks whether a client is really to go. */
export const deletePage = ({ clientId, name }: RegisteredClient): HttpResponse =>
  settingsPage(
    200,
    "Delete client",
    html`<div class="narrow">
<h1>Delete ${name}?</h1>
<p>Nobody can log in to this app any more, and it cannot be undone: registered again, it gets another Client ID.</p>
<dl class="once"><dt>Client ID</dt><dd><code>${clientId}</code></dd></dl>
<form class="row" method="post" action="/settings/clients/delete">
<input type="hidden" name="client" value="${clientId}">
<button class="danger" type="submit">Delete ${name}</button>
<a href="/settings">Keep it</a>
</form>
</div>`
  );
