import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { DueRepositories, type DueRepository } from "../../domain/sync/DueRepositories.ts";
import { watched } from "../background/supervise.ts";
import type { Restore } from "../Restore.ts";
import { regularly } from "../regularly.ts";
import { backfillRepository, claimFor } from "./backfillRepository.ts";
import { type HostTurns, makeHostTurns } from "./HostTurns.ts";

export interface BackfillOptions {
  /** Repositories that this process looks at at once. */
  readonly concurrency: number;
}

/** Milliseconds between two repositories that are taken up: a crowd at one PDS does not keep this process busy. */
const betweenClaims = 50;

/** Milliseconds until one that was tried in vain is taken up again when there is no place for such. */
const noPlaceFor = 10_000;

/** Where repositories are looked at: those that were tried in vain before never take the last place. */
interface Places {
  readonly all: Effect.Semaphore;
  readonly again: Effect.Semaphore;
}

const makePlaces = (concurrency: number): Effect.Effect<Places> =>
  Effect.all({
    all: Effect.makeSemaphore(concurrency),
    again: Effect.makeSemaphore(Math.max(1, concurrency - 1))
  });

const lookAt = (turns: HostTurns, { again }: Places, due: DueRepository) =>
  due.failures === 0
    ? backfillRepository(turns, due)
    : again
        .withPermitsIfAvailable(1)(backfillRepository(turns, due))
        .pipe(
          Effect.flatMap(
            Option.match({
              onNone: () =>
                Effect.flatMap(DueRepositories, (store) => Effect.ignore(store.postpone(due.did, noPlaceFor, false))),
              onSome: () => Effect.void
            })
          )
        );

const takeUpNext = Effect.fnUntraced(function* (turns: HostTurns, places: Places, restore: Restore) {
  const store = yield* DueRepositories;
  yield* restore(places.all.take(1));
  const due = yield* restore(store.claim(claimFor)).pipe(Effect.onError(() => places.all.release(1)));
  if (due === null) yield* places.all.release(1);
  else
    yield* Effect.forkScoped(
      Effect.ensuring(restore(watched("look at a repository")(lookAt(turns, places, due))), places.all.release(1))
    );
  return due !== null;
});

/** Takes up what is due as long as there is any, each in a fiber of its own, at most so many at once. */
const takeUp = (turns: HostTurns, places: Places) => {
  const next = Effect.uninterruptibleMask((restore) => takeUpNext(turns, places, restore));
  return Effect.repeat(Effect.zipLeft(next, Effect.sleep(betweenClaims)), { while: (found) => found });
};

/**
 * Indexes the repositories that are due, for ever: those of who signs in within about a second. Several processes share
 * the work; what one of them leaves unfinished another takes up.
 */
export const backfillRegularly = Effect.fnUntraced(function* ({ concurrency }: BackfillOptions) {
  const turns = yield* makeHostTurns;
  const places = yield* makePlaces(concurrency);
  yield* regularly("1 second", "No repositories were taken up")(takeUp(turns, places));
}, Effect.scoped);
