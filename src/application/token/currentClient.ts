import * as Effect from "effect/Effect";
import { isUrlClientId } from "../../domain/client/document/UrlClientId.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { allowedClient } from "../clients/ClientPolicy.ts";

/**
 * Returns the client of a token as the operator allows it. Clients described by a document at their URL are not in the
 * registry, and end with their authorizations: the result is null for them.
 */
export const currentClient = Effect.fnUntraced(function* (clientId: string) {
  if (isUrlClientId(clientId)) return null;
  const registry = yield* ClientRegistry;
  const client = yield* registry.get(clientId);
  return yield* Effect.transposeMapOption(client, allowedClient);
});
