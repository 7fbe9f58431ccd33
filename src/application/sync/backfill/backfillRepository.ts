import * as Effect from "effect/Effect";
import * as Random from "effect/Random";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { isRetryable, maxAttempts, retryDelay } from "../../../domain/sync/backfill/BackfillFailure.ts";
import { DueRepositories, type DueRepository } from "../../../domain/sync/backfill/DueRepositories.ts";
import { BackfillFailed, type RepositoryIndexed } from "../../../domain/sync/backfill/SyncEvent.ts";
import { repositories } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";
import { type BackfillStopped, backfill, findIdentity } from "./backfill.ts";
import type { HostLimiter } from "./HostLimiter.ts";
import { repositoryStream } from "./indexRepository.ts";

/** In milliseconds: how long a claim lasts when it is not renewed, and how often it is renewed. */
export const claimMs = 20_000;
const renewEveryMs = 5_000;
/** Milliseconds until a repository is claimed again whose PDS had no free permit. */
const busyDelayMs = 5_000;

/** Adds up to 30 percent, so that repositories that failed together are not retried together. */
const withJitter = (milliseconds: number) => Random.nextIntBetween(milliseconds, Math.ceil(1.3 * milliseconds));

const recordFailure = Effect.fnUntraced(function* (due: DueRepository, { pds, reason }: BackfillStopped) {
  const { did } = due;
  const tries = due.failures + 1;
  yield* decide({
    aggregate: repositories,
    stream: repositoryStream(did),
    metadata: () => ({ actor: systemActor, subjectDid: did }),
    decide: () => Effect.succeed({ events: [new BackfillFailed({ did, pds, reason, tries })], outcome: null })
  });
  const again = "It is retried when the account signs in.";
  yield* Effect.logWarning(`The repository of ${did} at ${pds ?? "no PDS"} is not indexed: ${reason}. ${again}`);
  yield* (yield* DueRepositories).complete(due);
});

const scheduleRetry = Effect.fnUntraced(function* (
  limiter: HostLimiter,
  due: DueRepository,
  { pds, reason, retryAfter }: BackfillStopped
) {
  if (pds !== null && retryAfter !== null) yield* limiter.coolDown(pds, retryDelay(0, retryAfter));
  const milliseconds = yield* withJitter(retryDelay(due.failures, retryAfter));
  const seconds = Math.round(milliseconds / 1000);
  yield* Effect.logInfo(`The repository of ${due.did} cannot be indexed now: ${reason}. Next try in ${seconds} s`);
  yield* (yield* DueRepositories).postpone(due.did, milliseconds, true);
});

const complete = Effect.fnUntraced(function* (due: DueRepository, indexed: RepositoryIndexed | null) {
  yield* (yield* DueRepositories).complete(due);
  if (indexed === null) return;
  const { did, removed, rev, skipped, stored } = indexed;
  const summary = `${stored} records stored, ${removed} removed, ${skipped} skipped`;
  yield* Effect.logInfo(`Indexed the repository of ${did} at revision ${rev}: ${summary}`);
});

const attempt = Effect.fnUntraced(
  function* (limiter: HostLimiter, due: DueRepository) {
    const store = yield* DueRepositories;
    const identity = yield* findIdentity(due.did, "resolveDid");
    yield* limiter.withPermit(
      identity.pds,
      Effect.flatMap(backfill(identity), (indexed) => complete(due, indexed)),
      Effect.flatMap(withJitter(busyDelayMs), (milliseconds) => store.postpone(due.did, milliseconds, false))
    );
  },
  (effect, limiter, due) =>
    Effect.catchTag(effect, "BackfillStopped", (problem) =>
      isRetryable(problem.reason) && due.failures + 1 < maxAttempts
        ? scheduleRetry(limiter, due, problem)
        : recordFailure(due, problem)
    )
);

/** Renews the claim while this process works on the repository. */
const renewingClaim = ({ did }: DueRepository) =>
  Effect.flatMap(DueRepositories, (store) =>
    Effect.forever(Effect.zipRight(Effect.sleep(renewEveryMs), Effect.ignore(store.renewClaim(did, claimMs))))
  );

const postponed = ({ did }: DueRepository, milliseconds: number, failed: boolean) =>
  Effect.flatMap(DueRepositories, (store) => Effect.ignore(store.postpone(did, milliseconds, failed)));

/**
 * Indexes one repository that is due, and completes it or schedules a retry. A failure of the storage, or a defect, is
 * logged and retried.
 */
export const backfillRepository = (limiter: HostLimiter, due: DueRepository) =>
  Effect.raceFirst(attempt(limiter, due), renewingClaim(due)).pipe(
    Effect.catchAll((problem) =>
      Effect.zipRight(
        Effect.logWarning(`The repository of ${due.did} cannot be indexed while the storage is unavailable`, problem),
        postponed(due, retryDelay(due.failures, null), true)
      )
    ),
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(
        Effect.logError(`The repository of ${due.did} could not be indexed`, defect),
        postponed(due, retryDelay(due.failures, null), true)
      )
    ),
    Effect.onInterrupt(() => postponed(due, 0, false)),
    Effect.withSpan("backfillRepository", { attributes: { did: due.did } })
  );
