import type { Admin } from "../../../application/administer/adminSession.ts";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import type { ClientFault } from "../../../domain/client/ClientProposal.ts";
import { html } from "../pages/Html.ts";
import type { HttpResponse } from "../server/HttpResponse.ts";
import { clientFormPart } from "./clientFormPart.ts";
import { clientTable } from "./clientTable.ts";
import { type ClientForm, emptyClientForm } from "./readClientForm.ts";
import { settingsPage } from "./settingsPage.ts";

export interface ClientsPage {
  readonly admin: Admin;
  readonly clients: ReadonlyArray<RegisteredClient>;
  /** The form that could not be taken, with everything that is wrong with it. */
  readonly refused: { readonly form: ClientForm; readonly faults: ReadonlyArray<ClientFault> } | null;
}

/** The settings: the clients there are, and the form for another one. */
export const clientsPage = ({ admin, clients, refused }: ClientsPage): HttpResponse =>
  settingsPage(
    refused === null ? 200 : 400,
    refused === null ? "Settings" : "Settings: the client was not registered",
    html`<header><h1>Settings</h1>
<form class="row" method="post" action="/settings/sign-out"><p>${admin.did ?? "Signed in with the set-up token"}</p><button class="quiet" type="submit">Sign out</button></form></header>
${clientTable(clients)}
${clientFormPart(refused?.form ?? emptyClientForm, refused?.faults ?? [])}`
  );
