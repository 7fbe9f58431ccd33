import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { subscriberAddress } from "../server/request/subscriberAddress.ts";
import type { RateLimitStatus } from "./RateLimiter.ts";
import { RateLimits } from "./RateLimits.ts";
import { TooManyRequests } from "./TooManyRequests.ts";

const refuseBeyond = (allowance: RateLimitStatus | undefined, of: TooManyRequests["of"]) =>
  allowance === undefined || allowance.allowed
    ? Effect.void
    : Effect.fail(new TooManyRequests({ retryAfter: allowance.retryAfter, of }));

/**
 * Runs the authentication of a client, unless it failed too often from this address. This slows down guessing, and an
 * attacker cannot lock out the client, which uses another address.
 */
export const limitFailures = Effect.fnUntraced(function* <A, E, R>(
  authenticate: Effect.Effect<A, E, R>,
  options: { readonly address: string; readonly clientId: string; readonly isFailure: (error: E) => boolean }
) {
  const { failures } = yield* RateLimits;
  const name = `${subscriberAddress(options.address)} ${options.clientId.slice(0, 512)}`;
  const now = yield* Clock.currentTimeMillis;
  yield* refuseBeyond(failures?.look(name, now), "failures");
  const count = Effect.sync(() => failures?.take(name, now));
  return yield* Effect.tapError(authenticate, (error) => (options.isFailure(error) ? count : Effect.void));
});

/** Counts a request of an authenticated client. */
export const limitClient = Effect.fnUntraced(function* (clientId: string) {
  const { clients } = yield* RateLimits;
  yield* refuseBeyond(clients?.take(clientId, yield* Clock.currentTimeMillis), "client");
});
