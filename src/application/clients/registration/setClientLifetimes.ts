import type { ClientId } from "../../../domain/client/ClientId.ts";
import type { ClientLifetimes } from "../../../domain/client/ClientLifetimes.ts";
import * as decisions from "../../../domain/client/registration/decideClient.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { ClientManager } from "./ClientManager.ts";
import { changeClient } from "./changeClient.ts";

/** Sets the token lifetimes of a client, which apply from its next tokens on. */
export const setClientLifetimes = traced("setClientLifetimes")(
  (clientId: ClientId, lifetimes: ClientLifetimes, manager: ClientManager) =>
    changeClient(clientId, manager, (state) => decisions.setClientLifetimes(state, clientId, lifetimes))
);
