import * as Clock from "effect/Clock";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import * as decisions from "../../../domain/client/registration/decideSecret.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { ClientManager } from "./ClientManager.ts";
import { changeClient } from "./changeClient.ts";

/** Ends the old secret of a confidential client, which is accepted beside the new one, before it expires. */
export const revokeOldSecret = traced("revokeOldSecret")(function* (clientId: ClientId, manager: ClientManager) {
  const now = yield* Clock.currentTimeMillis;
  yield* changeClient(clientId, manager, (state) => decisions.revokeOldSecret(state, clientId, now));
});
