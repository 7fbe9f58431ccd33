import type { ClientId } from "../../../domain/client/ClientId.ts";
import * as decisions from "../../../domain/client/registration/decideClient.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { ClientManager } from "./ClientManager.ts";
import { changeClient } from "./changeClient.ts";

/** Changes a client; omitted members stay unchanged. */
export const updateClient = traced("updateClient")(
  (clientId: ClientId, change: decisions.ClientChange, manager: ClientManager) =>
    changeClient(clientId, manager, (state) => decisions.updateClient(state, clientId, change))
);
