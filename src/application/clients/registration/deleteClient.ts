import * as Effect from "effect/Effect";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import * as decisions from "../../../domain/client/registration/decideClient.ts";
import { addressOf, type ClientOperator } from "./ClientOperator.ts";
import { changeClient } from "./changeClient.ts";

/** Deletes a client permanently. */
export const deleteClient = Effect.fn("deleteClient")((clientId: ClientId, operator: ClientOperator) =>
  changeClient(clientId, operator, (state) => decisions.deleteClient(state, clientId, addressOf(operator)))
);
