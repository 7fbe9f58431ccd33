import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { SecretUses } from "../../../domain/client/use/SecretUses.ts";

const makeSecretUses = Effect.sync(() => {
  const uses = new Map<string, Map<string, number>>();
  return SecretUses.of({
    note: (clientId, secretHash) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const ofClient = uses.get(clientId) ?? new Map<string, number>();
        uses.set(clientId, ofClient.set(secretHash, now));
      }),
    lastUses: (clientId) => Effect.sync(() => new Map(uses.get(clientId)))
  });
});

/** The uses of secrets in this process. */
export const layer: Layer.Layer<SecretUses> = Layer.effect(SecretUses, makeSecretUses);
