import * as Effect from "effect/Effect";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { ClientDocumentRead } from "../../../domain/client/document/ClientDocumentRead.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { clientDocuments } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";

const describe = (client: RegisteredClient, digest: string) => {
  const { clientId, grantTypes, jwks, jwksUri, name, redirectUris, scope, tokenEndpointAuthMethod } = client;
  return new ClientDocumentRead({
    clientId,
    digest,
    name,
    redirectUris,
    scope,
    tokenEndpointAuthMethod,
    grantTypes,
    jwks,
    jwksUri
  });
};

/** Records the content of a client's metadata document, unless it equals what was recorded last. */
export const recordClientDocument = (client: RegisteredClient) => {
  const { clientId, documentDigest } = client;
  if (documentDigest === null) return Effect.void;
  return decide({
    aggregate: clientDocuments,
    stream: streamName("client-document", sha256Base64Url(clientId)),
    metadata: () => ({ actor: { type: "client", id: clientId }, clientId }),
    decide: ({ digest }) =>
      Effect.succeed({
        events: digest === documentDigest ? [] : [describe(client, documentDigest)],
        outcome: undefined
      })
  });
};
