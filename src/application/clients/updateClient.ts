import * as Effect from "effect/Effect";
import type { ClientId } from "../../domain/client/ClientId.ts";
import type { ClientProposal } from "../../domain/client/ClientProposal.ts";
import * as decisions from "../../domain/client/decideClient.ts";
import type { ClientOperator } from "./ClientOperator.ts";
import { changeClient } from "./changeClient.ts";

/** Changes the name, redirect URIs or scope of a client; what is left out stays. */
export const updateClient = Effect.fn("updateClient")(
  (
    clientId: ClientId,
    change: Partial<Pick<ClientProposal, "name" | "redirectUris" | "scope">>,
    operator: ClientOperator
  ) => changeClient(clientId, operator, (state) => decisions.updateClient(state, clientId, change))
);
