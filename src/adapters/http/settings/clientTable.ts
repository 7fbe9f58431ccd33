import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { type Html, html } from "../pages/Html.ts";

const typeNames = { public: "Public", confidential: "Confidential" };

const row = (client: RegisteredClient): Html => html`<tr role="row">
<td role="cell"><strong>${client.name}</strong><small>${typeNames[client.type]}${client.origin === "dynamic" ? ", registered itself" : null}</small></td>
<td role="cell" data-name="Client ID"><code>${client.clientId}</code></td>
<td role="cell" data-name="Redirect URIs"><ul>${client.redirectUris.map((uri) => html`<li>${uri}</li>`)}</ul></td>
<td role="cell" data-name="Scope">${client.scope}</td>
<td role="cell"><a class="action" href="/settings/clients/delete?client=${client.clientId}" aria-label="Delete ${client.name}">Delete</a></td>
</tr>`;

const empty = html`<p class="empty">No clients yet. Register the first one below: its Client ID is what an app needs to let people log in.</p>`;

/** The registered clients in the order of their registration. Roles are named since a stacked table loses its own. */
export const clientTable = (clients: ReadonlyArray<RegisteredClient>): Html => html`<h2 id="clients">OAuth Clients</h2>
${
  clients.length === 0
    ? empty
    : html`<table role="table" aria-labelledby="clients">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Client</th><th role="columnheader" scope="col">Client ID</th><th role="columnheader" scope="col">Redirect URIs</th><th role="columnheader" scope="col">Scope</th><th role="columnheader" scope="col">Action</th></tr></thead>
<tbody role="rowgroup">${clients.map(row)}</tbody>
</table>`
}`;
