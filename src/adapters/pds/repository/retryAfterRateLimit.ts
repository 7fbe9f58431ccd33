import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { RepositoryFailure, RepositoryFailureReason } from "../../../domain/record/RepositoryFailure.ts";

/** The maximum time that a call waits for a rate limit, in milliseconds: apps and proxies wait for the response. */
const maxWaitMs = 10_000;
/** The minimum wait in milliseconds, for a server that allows an immediate retry and refuses it. */
const minWaitMs = 500;

/**
 * Repeats a call when the PDS allows it within the time of a request (RFC 6585 section 4); the PDS did nothing so far. If the
 * PDS requires a longer wait than `waitMs`, in milliseconds, or names none, the caller receives the failure.
 */
export const retryAfterRateLimit = <A, Reason extends RepositoryFailureReason, R>(
  call: Effect.Effect<A, RepositoryFailure<Reason>, R>,
  waitMs: number = maxWaitMs
): Effect.Effect<A, RepositoryFailure<Reason>, R> =>
  Effect.flatMap(Clock.currentTimeMillis, (begun) => {
    const attempt: Effect.Effect<A, RepositoryFailure<Reason>, R> = Effect.catchIf(
      call,
      ({ reason, retryAfter }) => reason === "rate-limited" && retryAfter !== null,
      (limited) => again(limited)
    );
    const again = (limited: RepositoryFailure<Reason>) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const wait = Math.max((limited.retryAfter ?? 0) * 1000, minWaitMs);
        return now + wait - begun > waitMs ? limited : Effect.zipRight(Effect.sleep(wait), attempt);
      });
    return attempt;
  });
