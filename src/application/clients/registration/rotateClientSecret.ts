import * as Effect from "effect/Effect";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import * as decisions from "../../../domain/client/registration/decideClient.ts";
import type { ClientManager } from "./ClientManager.ts";
import { changeClient } from "./changeClient.ts";
import { freshSecret } from "./freshSecret.ts";

/** Replaces the secret of a confidential client, and returns the new one. It cannot be read again. */
export const rotateClientSecret = Effect.fn("rotateClientSecret")(function* (
  clientId: ClientId,
  manager: ClientManager
) {
  const { secret, hashed } = yield* freshSecret;
  yield* changeClient(clientId, manager, (state) => decisions.rotateClientSecret(state, clientId, hashed));
  return secret;
});
