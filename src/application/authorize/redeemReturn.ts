import * as Effect from "effect/Effect";
import type { LoginSecrets } from "../../domain/session/SessionSecrets.ts";
import { UpstreamAuthorization } from "../../domain/session/UpstreamAuthorization.ts";
import { LoginStopped } from "./LoginStopped.ts";
import { UnknownReturn } from "./PendingLogin.ts";
import { stoppedBy } from "./refusals.ts";

/** Checks what the PDS sent along with the browser, and redeems its code for tokens (RFC 9207, RFC 6749 section 4.1.3). */
export const redeemReturn = Effect.fnUntraced(function* (secrets: LoginSecrets, parameters: URLSearchParams) {
  const upstream = yield* UpstreamAuthorization;
  const { clientKey, server, dpopKey: key, upstreamState: state, codeVerifier } = secrets;
  const returned = yield* upstream
    .readReturn(server, parameters, state)
    .pipe(
      Effect.mapError((failure) =>
        failure.reason === "issuer-mismatch" ? new UnknownReturn({ reason: "not-from-server" }) : stoppedBy(failure)
      )
    );
  if (returned._tag === "Denied") {
    return yield* new LoginStopped({
      reason: returned.error === "access_denied" ? "access-denied" : "upstream-refused"
    });
  }
  return yield* upstream
    .exchangeCode({ clientKey, server, key, code: returned.code, state, parameters, codeVerifier })
    .pipe(Effect.mapError(stoppedBy));
});
