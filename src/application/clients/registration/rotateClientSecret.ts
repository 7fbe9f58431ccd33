import * as Clock from "effect/Clock";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import * as decisions from "../../../domain/client/registration/decideSecret.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { ClientManager } from "./ClientManager.ts";
import { changeClient } from "./changeClient.ts";
import { freshSecret } from "./freshSecret.ts";

/**
 * Replaces the secret of a confidential client, and returns the new one. It cannot be read again. The old one stays valid
 * for `overlapHours`; by default, it ends immediately. `oldValidUntil` is in Unix milliseconds, null if it ended.
 */
export const rotateClientSecret = traced("rotateClientSecret")(function* (
  clientId: ClientId,
  manager: ClientManager,
  overlapHours: number = 0
) {
  const { secret, hashed } = yield* freshSecret;
  const rotation = { secret: hashed, overlapHours, now: yield* Clock.currentTimeMillis };
  yield* changeClient(clientId, manager, (state) => decisions.rotateClientSecret(state, clientId, rotation));
  return { secret, oldValidUntil: decisions.oldValidUntil(rotation) };
});
