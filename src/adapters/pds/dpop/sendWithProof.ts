import * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import type {
  OutboundFailure,
  OutboundHttp,
  OutboundRequest,
  OutboundResponse
} from "../../../domain/outbound/OutboundHttp.ts";
import type { DpopKey } from "../../../domain/session/UpstreamAuthorization.ts";
import { isNonceChallenge } from "../responseErrors.ts";
import type { SharedNonces } from "./SharedNonces.ts";
import { signProof } from "./signProof.ts";

/** The HTTP client for requests with proofs, and the nonces of the servers. */
export interface DpopTransport {
  readonly http: OutboundHttp["Type"];
  readonly nonces: SharedNonces;
}

/** Sends a request with a DPoP proof exactly once, for requests that cannot be repeated. */
export const sendOnceWithProof: (
  transport: DpopTransport,
  key: DpopKey,
  accessToken: Redacted.Redacted<string> | null,
  write: Effect.Effect<OutboundRequest>
) => Effect.Effect<OutboundResponse, OutboundFailure> = Effect.fnUntraced(function* (
  { http, nonces },
  key,
  accessToken,
  write
) {
  const request = yield* write;
  const { method, url } = request;
  const dpop = yield* signProof({ key, method, url, nonce: yield* nonces.get(url), accessToken });
  const response = yield* http.send({ ...request, headers: { ...request.headers, dpop } });
  yield* nonces.learn(url, response.headers["dpop-nonce"]);
  return response;
});

/**
 * Sends a request with a DPoP proof, and repeats it once when the server requires a new nonce. `write` runs for each
 * attempt, so that single-use values are new.
 */
export const sendWithProof = (
  transport: DpopTransport,
  key: DpopKey,
  accessToken: Redacted.Redacted<string> | null,
  write: Effect.Effect<OutboundRequest>
): Effect.Effect<OutboundResponse, OutboundFailure> => {
  const attempt = sendOnceWithProof(transport, key, accessToken, write);
  return Effect.flatMap(attempt, (response) => (isNonceChallenge(response) ? attempt : Effect.succeed(response)));
};
