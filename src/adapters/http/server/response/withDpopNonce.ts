import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { DpopNonces } from "../../../../domain/dpop/DpopNonces.ts";
import type { HttpResponse } from "./HttpResponse.ts";

/** Adds the nonce for the next proof to any response, if the service requires nonces (RFC 9449 section 8.2). */
export const withDpopNonce = <R>(answer: Effect.Effect<HttpResponse, never, R>) =>
  Effect.flatMap(answer, (response) => Effect.map(currentNonce, (nonce) => withNonce(response, nonce)));

const currentNonce = Effect.flatMap(DpopNonces, (nonces) => Effect.map(Clock.currentTimeMillis, nonces.current));

const withNonce = (response: HttpResponse, nonce: string | null): HttpResponse =>
  nonce === null ? response : { ...response, headers: { ...response.headers, "dpop-nonce": nonce } };
