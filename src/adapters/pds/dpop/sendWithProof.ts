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

/** How requests with proofs go out, and where the nonces of the servers are remembered. */
export interface DpopTransport {
  readonly http: OutboundHttp["Type"];
  readonly nonces: SharedNonces;
}

/** Sends a request with a DPoP proof, once whatever the server says: for what cannot be repeated. */
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
 * Sends a request with a DPoP proof, and once more when the server wants a nonce it had not told before. `write` is run
 * for each of the two, so that whatever may be used only once is new.
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
