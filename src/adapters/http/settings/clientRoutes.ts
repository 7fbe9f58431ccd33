import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { Admin } from "../../../application/administer/adminSession.ts";
import { deleteClient } from "../../../application/clients/deleteClient.ts";
import { registerClient } from "../../../application/clients/registerClient.ts";
import { ClientId } from "../../../domain/client/ClientId.ts";
import type { ClientFault } from "../../../domain/client/ClientProposal.ts";
import { ClientRegistry } from "../../../domain/client/ClientRegistry.ts";
import { type SentParameters, sentParameters } from "../oauth/sentParameters.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import { seeOther } from "../server/HttpResponse.ts";
import type { Route } from "../server/Route.ts";
import { withAdmin, withOwnForm, withPages } from "./answerAdmin.ts";
import { type ClientsPage, clientsPage } from "./clientsPage.ts";
import { deletePage } from "./deletePage.ts";
import { type ClientForm, proposalOf, readClientForm } from "./readClientForm.ts";
import { registeredPage } from "./registeredPage.ts";
import { settingsProblem } from "./settingsPage.ts";

const by = ({ did }: Admin) => ({ _tag: "Admin", did }) as const;

const showClients = (admin: Admin, refused: ClientsPage["refused"]) =>
  Effect.gen(function* () {
    const registry = yield* ClientRegistry;
    return clientsPage({ admin, clients: yield* registry.list, refused });
  });

const noType: ClientFault = { field: "type", message: "must be Public or Confidential: choose one." };

const register = (admin: Admin, form: ClientForm) =>
  Effect.gen(function* () {
    const proposal = proposalOf(form);
    if (proposal === null) return yield* showClients(admin, { form, faults: [noType] });
    return registeredPage(proposal.name.trim(), yield* registerClient(proposal, by(admin)));
  }).pipe(Effect.catchTag("InvalidClient", ({ faults }) => showClients(admin, { form, faults })));

const gone = settingsProblem(404, "No such client", "This client is not registered, or somebody deleted it before.");

const clientIn = (sent: SentParameters) => Schema.decodeUnknownOption(ClientId)(sent.get("client"));

const askToDelete = (sent: SentParameters) =>
  Effect.gen(function* () {
    const registry = yield* ClientRegistry;
    const client = yield* registry.get(sent.get("client") ?? "");
    return Option.match(client, { onNone: () => gone, onSome: deletePage });
  });

const remove = (admin: Admin, sent: SentParameters) =>
  Effect.gen(function* () {
    const clientId = clientIn(sent);
    if (Option.isNone(clientId)) return gone;
    yield* deleteClient(clientId.value, by(admin));
    return seeOther("/settings");
  }).pipe(Effect.catchTag("ClientNotFound", () => Effect.succeed(gone)));

const showSettings = (request: HttpRequest) => withPages(withAdmin(request, (admin) => showClients(admin, null)));

const postClient = (request: HttpRequest) =>
  withPages(withOwnForm(request, (sent) => withAdmin(request, (admin) => register(admin, readClientForm(sent)))));

const confirmDelete = (request: HttpRequest) =>
  withPages(withAdmin(request, () => askToDelete(sentParameters(request.query))));

const postDelete = (request: HttpRequest) =>
  withPages(withOwnForm(request, (sent) => withAdmin(request, (admin) => remove(admin, sent))));

type Needs = Effect.Effect.Context<
  ReturnType<typeof showSettings> | ReturnType<typeof postClient> | ReturnType<typeof postDelete>
>;

/** The OAuth clients in a browser, without a script. */
export const clientRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["GET"], path: "/settings", origins: "same", handle: showSettings },
  { methods: ["POST"], path: "/settings/clients", origins: "same", handle: postClient },
  { methods: ["GET"], path: "/settings/clients/delete", origins: "same", handle: confirmDelete },
  { methods: ["POST"], path: "/settings/clients/delete", origins: "same", handle: postDelete }
];
