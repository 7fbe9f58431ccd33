import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { subscriberAddress } from "../server/request/subscriberAddress.ts";
import type { HttpResponse } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import type { RateLimitStatus } from "./RateLimiter.ts";
import { RateLimits } from "./RateLimits.ts";

/** Returns the rate limit headers for an address (draft-ietf-httpapi-ratelimit-headers, sections 3 and 4). */
const rateHeaders = ({ policy, remaining, reset }: RateLimitStatus): HttpResponse["headers"] => ({
  "ratelimit-policy": `"${policy.name}";q=${policy.quota};w=${policy.seconds}`,
  ratelimit: `"${policy.name}";r=${remaining};t=${reset}`
});

interface AddressLimit<R> {
  /** The cost of a request in units of the quota. */
  readonly cost: number;
  /** Returns the response to a request beyond the limit. `retryAfter` is in seconds. */
  readonly refuse: (request: HttpRequest, retryAfter: number) => Effect.Effect<HttpResponse, never, R>;
}

const withHeaders = (response: HttpResponse, headers: HttpResponse["headers"]): HttpResponse => ({
  ...response,
  headers: { ...response.headers, ...headers }
});

/** Limits requests to routes by client address, and responds with 429 beyond the quota (RFC 6585 section 4). */
export const limitAddresses = <R, R2>(
  routes: ReadonlyArray<Route<R>>,
  { cost, refuse }: AddressLimit<R2>
): ReadonlyArray<Route<R | R2 | RateLimits>> =>
  routes.map((route) => ({
    ...route,
    handle: Effect.fnUntraced(function* (request) {
      const { addresses } = yield* RateLimits;
      if (addresses === null) return yield* route.handle(request);
      const range = subscriberAddress(request.clientAddress);
      const allowance = addresses.take(range, yield* Clock.currentTimeMillis, cost);
      if (allowance.allowed) return withHeaders(yield* route.handle(request), rateHeaders(allowance));
      const { retryAfter } = allowance;
      return withHeaders(yield* refuse(request, retryAfter), {
        ...rateHeaders(allowance),
        "retry-after": `${retryAfter}`
      });
    })
  }));
