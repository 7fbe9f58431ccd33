import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { RepositoryFailure, RepositoryFailureReason } from "../../../domain/record/RepositoryFailure.ts";

/** Milliseconds that a call may spend waiting for its turn: apps and the proxies before us wait for the answer. */
const maxWaitMs = 10_000;
/** The least wait, in milliseconds, for a server that says to come back at once, and then refuses again. */
const minWaitMs = 500;

/**
 * Makes a call again when the PDS says to come back within the time that a request has (RFC 6585 section 4): it did
 * nothing so far. One that asks for more time than `waitMs`, in milliseconds, or does not say for how much, is left to
 * the caller.
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
