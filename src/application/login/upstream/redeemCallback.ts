import * as Effect from "effect/Effect";
import type { AuthorizationResponse } from "../../../domain/session/AuthorizationResponse.ts";
import type { LoginSecrets } from "../../../domain/session/SessionSecrets.ts";
import { UpstreamAuthorization } from "../../../domain/session/UpstreamAuthorization.ts";
import { UnknownCallback } from "../app/callbackErrors.ts";
import { LoginTerminated } from "./LoginTerminated.ts";
import { terminatedBy } from "./loginRefusals.ts";

/**
 * Validates the response that the PDS sent with the browser, and redeems its code for tokens (RFC 9207, RFC 6749
 * section 4.1.3).
 */
export const redeemCallback = Effect.fnUntraced(function* (secrets: LoginSecrets, parameters: AuthorizationResponse) {
  const upstream = yield* UpstreamAuthorization;
  const { clientKey, server, dpopKey: key, upstreamState: state, codeVerifier } = secrets;
  const returned = yield* upstream
    .readAuthorizationResponse(server, parameters, state)
    .pipe(
      Effect.mapError((failure) =>
        failure.reason === "issuer-mismatch"
          ? new UnknownCallback({ reason: "not-from-server" })
          : terminatedBy(failure)
      )
    );
  if (returned._tag === "Denied") {
    return yield* new LoginTerminated({
      reason: returned.error === "access_denied" ? "access-denied" : "upstream-refused"
    });
  }
  return yield* upstream
    .exchangeCode({ clientKey, server, key, code: returned.code, state, parameters, codeVerifier })
    .pipe(Effect.mapError(terminatedBy));
});
