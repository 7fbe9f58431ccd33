import type { ClientId } from "../../../domain/client/ClientId.ts";
import * as decisions from "../../../domain/client/registration/decideClient.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { ClientManager } from "./ClientManager.ts";
import { changeClient } from "./changeClient.ts";

/** Deletes a client permanently. */
export const deleteClient = traced("deleteClient")((clientId: ClientId, manager: ClientManager) =>
  changeClient(clientId, manager, (state) => decisions.deleteClient(state, clientId))
);
