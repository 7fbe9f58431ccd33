import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { ClientDocumentRead } from "../../../domain/client/document/ClientDocumentRead.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { type StreamName, streamName } from "../../../domain/event/StreamName.ts";
import { clientDocuments } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";
import { cachedAggregate } from "../../event/loadAggregate.ts";

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

const streamOf = ({ clientId }: RegisteredClient): StreamName =>
  streamName("client-document", sha256Base64Url(clientId));

/** Returns the version at which the document of a client was recorded as it is, if that is in memory; null otherwise. */
export const recordedDocument = (client: RegisteredClient) => {
  const stream = streamOf(client);
  return Effect.map(cachedAggregate(clientDocuments, stream), (cached) => {
    const isRecorded = Option.isSome(cached) && cached.value.state.digest === client.documentDigest;
    return isRecorded && client.documentDigest !== null ? { stream, version: cached.value.version } : null;
  });
};

/** Records the content of a client's metadata document, unless it equals what was recorded last. */
export const recordClientDocument = (client: RegisteredClient) => {
  const { clientId, documentDigest } = client;
  if (documentDigest === null) return Effect.void;
  return decide({
    aggregate: clientDocuments,
    stream: streamOf(client),
    metadata: () => ({ actor: { type: "client", id: clientId }, clientId }),
    decide: ({ digest }) =>
      Effect.succeed({
        events: digest === documentDigest ? [] : [describe(client, documentDigest)],
        outcome: undefined
      })
  });
};
