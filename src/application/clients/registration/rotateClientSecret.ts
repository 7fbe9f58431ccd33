import * as Effect from "effect/Effect";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import * as decisions from "../../../domain/client/registration/decideClient.ts";
import type { ClientOperator } from "./ClientOperator.ts";
import { changeClient } from "./changeClient.ts";
import { freshSecret } from "./freshSecret.ts";

/** Gives a confidential client another secret, and answers it: the only time it can be read. */
export const rotateClientSecret = Effect.fn("rotateClientSecret")(function* (
  clientId: ClientId,
  operator: ClientOperator
) {
  const { secret, hashed } = yield* freshSecret;
  yield* changeClient(clientId, operator, (state) => decisions.rotateClientSecret(state, clientId, hashed));
  return secret;
});
