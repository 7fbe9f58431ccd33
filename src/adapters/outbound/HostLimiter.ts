import * as Effect from "effect/Effect";
import { KeyedSemaphore } from "../../application/concurrency/KeyedSemaphore.ts";

/** The maximum number of concurrent requests per host and in total, and of requests waiting for either. */
export interface HostLimits {
  readonly perHost: number;
  readonly total: number;
  readonly waiting: number;
}

/** The queue is full. */
export class HostLimitReached {
  readonly _tag = "HostLimitReached";
}

/** Sends a request when a permit is available. An interrupted request releases its permit. */
export type HostLimiter = (
  host: string
) => <A, E, R>(request: Effect.Effect<A, E, R>) => Effect.Effect<A, E | HostLimitReached, R>;

const limitReached = Effect.suspend(() => Effect.fail(new HostLimitReached()));

/**
 * Creates a limiter. The permit of the host is acquired first, so that a slow host uses only its own permits and queue.
 */
export const makeHostLimiter = ({ perHost, total, waiting }: HostLimits): HostLimiter => {
  const all = new KeyedSemaphore<"all">({ permits: total, waiting });
  const hosts = new KeyedSemaphore<string>({ permits: perHost, waiting });
  return (host) => (request) => hosts.withPermit(host, all.withPermit("all", request, limitReached), limitReached);
};
