import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { DpopNonces } from "../../../../domain/dpop/DpopNonces.ts";
import type { HttpResponse } from "./HttpResponse.ts";

/** Adds the nonce for the next proof to any response, if the service requires nonces (RFC 9449 section 8.2). */
export const withDpopNonce = Effect.fnUntraced(function* <R>(answer: Effect.Effect<HttpResponse, never, R>) {
  const response = yield* answer;
  const nonces = yield* DpopNonces;
  const nonce = nonces.current(yield* Clock.currentTimeMillis);
  if (nonce === null) return response;
  return { ...response, headers: { ...response.headers, "dpop-nonce": nonce } } satisfies HttpResponse;
});
