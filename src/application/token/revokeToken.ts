import * as Option from "effect/Option";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import { InvalidDpopProof } from "../../domain/dpop/DpopProof.ts";
import { traced } from "../../domain/failure/traced.ts";
import { endAuthorizationAndRevoke } from "../authorizations/endAuthorization.ts";
import { findOwnToken } from "./findOwnToken.ts";

/**
 * Revokes a token of an authenticated client: the authorization ends, with all its tokens and the session at the PDS. A
 * token that is unknown, expired, or another client's changes nothing, and the cases cannot be told apart (RFC 7009
 * section 2). `jkt` is the key of the client's proof, which must be that of the token; null without a proof.
 */
export const revokeToken = traced("revokeToken")(function* (request: {
  readonly client: RegisteredClient;
  readonly token: string;
  readonly jkt: string | null;
}) {
  const { clientId } = request.client;
  const found = yield* findOwnToken(clientId, request.token);
  if (Option.isNone(found)) return;
  const { authorizationId, state } = found.value;
  if (request.jkt !== null && state.jkt !== null && request.jkt !== state.jkt) {
    return yield* new InvalidDpopProof({ reason: "wrong-key" });
  }
  yield* endAuthorizationAndRevoke({
    authorizationId,
    reason: "revoked-by-client",
    actor: { type: "client", id: clientId }
  });
});
