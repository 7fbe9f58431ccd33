import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { DueRepositories } from "../../domain/sync/DueRepositories.ts";
import { backfillRepository, claimFor } from "./backfillRepository.ts";
import { type HostTurns, makeHostTurns } from "./HostTurns.ts";

export interface BackfillOptions {
  /** Repositories that this process looks at at once. */
  readonly concurrency: number;
}

/** Milliseconds between two repositories that are taken up: a crowd at one PDS does not keep this process busy. */
const betweenClaims = 50;

/** Takes up what is due as long as there is any, each in a fiber of its own, at most so many at once. */
const takeUp = (turns: HostTurns, places: Effect.Semaphore) =>
  Effect.gen(function* () {
    const store = yield* DueRepositories;
    const next = Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        yield* restore(places.take(1));
        const due = yield* restore(store.claim(claimFor)).pipe(Effect.onError(() => places.release(1)));
        if (due === null) yield* places.release(1);
        else yield* Effect.forkScoped(Effect.ensuring(restore(backfillRepository(turns, due)), places.release(1)));
        return due !== null;
      })
    );
    yield* Effect.repeat(Effect.zipLeft(next, Effect.sleep(betweenClaims)), { while: (found) => found });
  });

/**
 * Indexes the repositories that are due, for ever: those of who signs in within about a second. Several processes share
 * the work; what one of them leaves unfinished another takes up.
 */
export const backfillRegularly = ({ concurrency }: BackfillOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      const turns = yield* makeHostTurns;
      const places = yield* Effect.makeSemaphore(concurrency);
      yield* takeUp(turns, places).pipe(
        Effect.catchAllCause((cause) => Effect.logDebug("No repositories were taken up", cause)),
        Effect.schedule(Schedule.jittered(Schedule.spaced("1 second")))
      );
    })
  );
