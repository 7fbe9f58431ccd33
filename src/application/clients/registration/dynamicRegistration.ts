import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type * as Redacted from "effect/Redacted";
import { isPublicBearer } from "../../../domain/client/authentication/PublicBearer.ts";
import type { Client, RegisteredClient } from "../../../domain/client/Client.ts";
import { type ClientEvent, TokenEndpointAuthMethod } from "../../../domain/client/ClientEvent.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { readClientMetadata } from "../../../domain/client/registration/ClientMetadata.ts";
import type { InvalidClient } from "../../../domain/client/registration/ClientProposal.ts";
import * as decisions from "../../../domain/client/registration/decideClient.ts";
import { replacementFaults } from "../../../domain/client/registration/replacementFaults.ts";
import { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { allowedClient, publicBearerAllowed } from "../ClientPolicy.ts";
import { changeClient } from "./changeClient.ts";
import { deleteClient } from "./deleteClient.ts";
import {
  freshRegistrationToken,
  isRegistrationToken,
  managedClient,
  RegistrationTokenRefused
} from "./RegistrationToken.ts";
import { registerClient } from "./registerClient.ts";

/**
 * A client as it sees itself. Its secret is present only when it is issued; its registration access token always is.
 */
export interface DynamicRegistration {
  readonly client: RegisteredClient;
  readonly secret: Redacted.Redacted<string> | null;
  readonly registrationToken: Redacted.Redacted;
}

type ReplacementFailure = RegistrationTokenRefused | decisions.ClientNotFound | InvalidClient;

const authMethods = TokenEndpointAuthMethod.literals;

/** The registry has what was just recorded, since the caller waited for it. */
const current = (clientId: ClientId) =>
  Effect.flatMap(ClientRegistry, (registry) =>
    Effect.catchTag(
      Effect.flatten(registry.get(clientId)),
      "NoSuchElementException",
      () => new RegistrationTokenRefused()
    )
  ).pipe(Effect.flatMap(allowedClient));

/** Registers a client at its own request (RFC 7591 section 3); `InvalidClientMetadata` names every problem. */
export const registerDynamicClient = traced("registerDynamicClient")(function* (metadata: unknown) {
  const publicBearer = (yield* publicBearerAllowed) !== "off";
  const terms = { authMethod: "client_secret_basic", authMethods, boundByDefault: false, publicBearer } as const;
  const proposal = yield* readClientMetadata(metadata, terms);
  const { hash, token } = yield* freshRegistrationToken;
  const { clientId, secret } = yield* registerClient(proposal, { _tag: "Client" }, hash).pipe(
    Effect.catchTags({ InvalidClient: Effect.die, RoleRequired: Effect.die })
  );
  const client = yield* Effect.catchTag(current(clientId), "RegistrationTokenRefused", Effect.die);
  return { client, secret, registrationToken: token } satisfies DynamicRegistration;
});

/** Returns the registration of a client (RFC 7592 section 2.1). */
export const readRegistration = traced("readRegistration")(function* (
  clientId: string,
  registrationToken: Redacted.Redacted
) {
  const managed = yield* managedClient(clientId, registrationToken);
  const client = yield* allowedClient(managed.client);
  return { client, secret: null, registrationToken } satisfies DynamicRegistration;
});

/**
 * Replaces the full registration of a client and its registration access token, so that a leaked token becomes invalid
 * with the next change. Of two changes with one token, the first succeeds (RFC 7592 section 2.2).
 */
export const replaceRegistration = traced("replaceRegistration")(function* (
  clientId: string,
  presented: Redacted.Redacted,
  metadata: unknown
) {
  const managed = yield* managedClient(clientId, presented);
  const { dpopBoundAccessTokens: boundByDefault, tokenEndpointAuthMethod: authMethod } = managed.client;
  const publicBearer = isPublicBearer(managed.client);
  const proposal = yield* readClientMetadata(metadata, { authMethod, authMethods, boundByDefault, publicBearer });
  yield* replacementFaults(managed.client, metadata, proposal, yield* Clock.currentTimeMillis);
  const { hash, token } = yield* freshRegistrationToken;
  const { type, tokenEndpointAuthMethod, ...change } = proposal;
  const by = { registrationTokenHash: hash };
  const decide = (state: Client): Either.Either<ReadonlyArray<ClientEvent>, ReplacementFailure> =>
    state._tag === "Registered" && isRegistrationToken(state.client, presented)
      ? decisions.updateClient(state, managed.clientId, change, by)
      : Either.left(new RegistrationTokenRefused());
  yield* changeClient(managed.clientId, { _tag: "Client" }, decide).pipe(
    Effect.catchTags({ InvalidClient: Effect.die, RoleRequired: Effect.die })
  );
  const client = yield* current(managed.clientId);
  return { client, secret: null, registrationToken: token } satisfies DynamicRegistration;
});

/** Deletes a client permanently at its own request; its authorizations end with it (RFC 7592 section 2.3). */
export const removeRegistration = traced("removeRegistration")(function* (
  clientId: string,
  presented: Redacted.Redacted
) {
  const managed = yield* managedClient(clientId, presented);
  yield* Effect.catchTag(deleteClient(managed.clientId, { _tag: "Client" }), "RoleRequired", Effect.die);
});
