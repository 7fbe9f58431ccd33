import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { readKeySet } from "../../../domain/client/authentication/ClientKey.ts";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { RemoteDocuments } from "../../../domain/client/document/RemoteDocuments.ts";
import { strictJson } from "../../../domain/json/strictJson.ts";
import { ClientDocumentUnusable, refetchClient } from "../findClient.ts";

/** The largest key set, in bytes. */
const keySetLimit = 16_384;

const readJson = Schema.decodeEither(strictJson(Schema.Unknown));

const unusable = (reason: ClientDocumentUnusable["reason"], problem: string) =>
  new ClientDocumentUnusable({ document: "jwks_uri", reason, problem: `The key set at jwks_uri ${problem}` });

const fetchedKeys = Effect.fnUntraced(function* (jwksUri: string, isRefetch: boolean) {
  const documents = yield* RemoteDocuments;
  const { text } = yield* (isRefetch ? documents.refetch : documents.read)(jwksUri, keySetLimit).pipe(
    Effect.mapError(({ problem, reason }) => unusable(reason, problem))
  );
  const json = yield* Effect.mapError(readJson(text), () => unusable("refused", "must be JSON."));
  return yield* Effect.mapError(readKeySet(json), (fault) => unusable("refused", fault));
});

/** Returns the keys that a client authenticates with: those it is registered with, or those it publishes. */
export const clientKeys = ({ jwks, jwksUri }: RegisteredClient) => {
  if (jwks !== null) return Effect.succeed(jwks);
  return jwksUri === null ? Effect.succeed([]) : fetchedKeys(jwksUri, false);
};

/**
 * Returns the keys of a client after an unknown key was presented: published keys are fetched again, at a limited rate.
 */
export const refetchClientKeys = Effect.fnUntraced(function* (client: RegisteredClient) {
  const { jwks, jwksUri } = yield* refetchClient(client);
  if (jwks !== null) return jwks;
  return jwksUri === null ? [] : yield* fetchedKeys(jwksUri, true);
});
