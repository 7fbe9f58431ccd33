import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";

/** Returns the name of an app by its client id; null for one that is not registered, or no longer. */
export const clientNameOf = Effect.fnUntraced(function* (clientId: string | null) {
  if (clientId === null) return null;
  const registry = yield* ClientRegistry;
  return Option.match(yield* Effect.orElseSucceed(registry.get(clientId), Option.none), {
    onNone: () => null,
    onSome: ({ name }) => name
  });
});
