import * as Effect from "effect/Effect";
import { KeyedSemaphore } from "../../application/concurrency/KeyedSemaphore.ts";

/** How many requests may be in flight at once to one host and altogether, and how many more may wait for either. */
export interface HostLimits {
  readonly perHost: number;
  readonly total: number;
  readonly waiting: number;
}

/** As many requests wait as may. */
export class HostLimitReached {
  readonly _tag = "HostLimitReached";
}

/** Sends a request when there is a permit for it; one that is interrupted passes its permit to the next. */
export type HostLimiter = (
  host: string
) => <A, E, R>(request: Effect.Effect<A, E, R>) => Effect.Effect<A, E | HostLimitReached, R>;

const limitReached = Effect.suspend(() => Effect.fail(new HostLimitReached()));

/**
 * Makes a limiter. The permit of the host comes first: a slow host fills its own permits and its own queue, and leaves those
 * of all others free.
 */
export const makeHostLimiter = ({ perHost, total, waiting }: HostLimits): HostLimiter => {
  const all = new KeyedSemaphore<"all">({ permits: total, waiting });
  const hosts = new KeyedSemaphore<string>({ permits: perHost, waiting });
  return (host) => (request) => hosts.withPermit(host, all.withPermit("all", request, limitReached), limitReached);
};
