import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import { documentLimit, loopbackClient, readClientDocument } from "../../domain/client/document/ClientDocument.ts";
import { RemoteDocuments } from "../../domain/client/document/RemoteDocuments.ts";
import { isUrlClientId, readUrlClientId } from "../../domain/client/document/UrlClientId.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import type { EventLogUnavailable } from "../../domain/event/EventLog.ts";
import { allowedClient, ClientPolicy } from "./ClientPolicy.ts";

/**
 * The metadata document or the keys that a client publishes cannot be used. `unreachable` may be temporary. `problem`
 * is a sentence for the client's developer.
 */
export class ClientDocumentUnusable extends Schema.TaggedError<ClientDocumentUnusable>()("ClientDocumentUnusable", {
  document: Schema.Literal("client_id", "jwks_uri"),
  reason: Schema.Literal("unreachable", "refused"),
  problem: Schema.String
}) {}

const refused = (problem: string) => new ClientDocumentUnusable({ document: "client_id", reason: "refused", problem });

const readDocument = Effect.fnUntraced(function* (url: string, isRefetch: boolean) {
  const documents = yield* RemoteDocuments;
  const { text } = yield* (isRefetch ? documents.refetch : documents.read)(url, documentLimit).pipe(
    Effect.mapError(
      ({ problem, reason }) =>
        new ClientDocumentUnusable({
          document: "client_id",
          reason,
          problem: `The client metadata document ${problem}`
        })
    )
  );
  return yield* Effect.mapError(readClientDocument(url, text), ({ message }) =>
    refused(`The client metadata document is invalid: ${message}`)
  );
});

const byAddress = Effect.fnUntraced(function* (clientId: string, isRefetch: boolean) {
  const { development } = yield* ClientPolicy;
  const address = yield* Effect.mapError(readUrlClientId(clientId, development), (fault) =>
    refused(`client_id ${fault}`)
  );
  if (address._tag === "Document") return yield* readDocument(address.url, isRefetch);
  return yield* Effect.mapError(loopbackClient(clientId, address), ({ message }) =>
    refused(`client_id is invalid: ${message}`)
  );
});

/**
 * Finds a client by its id, as the operator allows it: in the registry, or in the document at its URL. None for an
 * unknown id.
 */
export const findClient = (
  clientId: string
): Effect.Effect<
  Option.Option<RegisteredClient>,
  ClientDocumentUnusable | EventLogUnavailable,
  ClientPolicy | ClientRegistry | RemoteDocuments
> =>
  isUrlClientId(clientId)
    ? Effect.asSome(byAddress(clientId, false))
    : Effect.flatMap(
        Effect.flatMap(ClientRegistry, (registry) => registry.get(clientId)),
        Effect.transposeMapOption(allowedClient)
      );

/** Finds a client again with its current document, for when the cached one does not suffice. */
export const refetchClient = (client: RegisteredClient) =>
  client.origin === "metadata-document" ? byAddress(client.clientId, true) : Effect.succeed(client);

/** Finds a client where a missing one does no harm: none also when its document is unavailable. */
export const findClientIfKnown = (clientId: string) =>
  Effect.orElseSucceed(findClient(clientId), () => Option.none<RegisteredClient>());
