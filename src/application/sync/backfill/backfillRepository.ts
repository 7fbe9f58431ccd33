import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Random from "effect/Random";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { Identity } from "../../../domain/identity/IdentityResolver.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { DueIdentities } from "../../../domain/sync/account/DueIdentities.ts";
import { attemptsFor, isRetryable, retryDelay } from "../../../domain/sync/backfill/BackfillFailure.ts";
import { Backfills, type RepositoryResult } from "../../../domain/sync/backfill/Backfills.ts";
import { type DueReason, DueRepositories, type DueRepository } from "../../../domain/sync/backfill/DueRepositories.ts";
import { BackfillFailed } from "../../../domain/sync/backfill/SyncEvent.ts";
import { repositories } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";
import { withRenewedLease } from "../../lease/withRenewedLease.ts";
import { checkAccount } from "../account/checkAccount.ts";
import { BackfillStopped, backfill, findIdentity } from "./backfill.ts";
import type { HostLimiter } from "./HostLimiter.ts";
import { type IndexedRepository, repositoryStream } from "./indexRepository.ts";

/** In milliseconds: how long a claim lasts when it is not renewed, and how often it is renewed. */
export const claimMs = 20_000;
const renewEveryMs = 5_000;
/** Milliseconds until a repository is claimed again whose PDS had no free permit. */
const busyDelayMs = 5_000;

/** Adds up to 30 percent, so that repositories that failed together are not retried together. */
const withJitter = (milliseconds: number) => Random.nextIntBetween(milliseconds, Math.ceil(1.3 * milliseconds));

/** Counts the result in the backfills first: after a kill in between the repository is processed once more. */
const finish = Effect.fnUntraced(function* (due: DueRepository, result: RepositoryResult) {
  yield* (yield* Backfills).record(due.did, result, yield* Clock.currentTimeMillis);
  yield* (yield* DueRepositories).complete(due);
});

const recordFailure = Effect.fnUntraced(function* ({ did, failures }: DueRepository, { pds, reason }: BackfillStopped) {
  yield* decide({
    aggregate: repositories,
    stream: yield* repositoryStream(did),
    metadata: () => ({ actor: systemActor, subjectDid: did }),
    decide: () =>
      Effect.succeed({ events: [new BackfillFailed({ did, pds, reason, tries: failures + 1 })], outcome: null })
  });
});

/** The account is not active: there is nothing to index. */
const inactiveReasons: ReadonlySet<BackfillStopped["reason"]> = new Set<BackfillStopped["reason"]>([
  "repository-not-found",
  "account-deactivated",
  "account-taken-down"
]);

/** A backfill of many repositories counts those that fail, and does not fill the log with them. */
const giveUp = Effect.fnUntraced(function* (due: DueRepository, problem: BackfillStopped) {
  const { did, reason } = due;
  if (reason !== "backfill") yield* recordFailure(due, problem);
  const again = "It is retried when the account signs in.";
  const where = problem.pds ?? "no PDS";
  yield* Effect.logWarning(`The repository of ${did} at ${where} is not indexed: ${problem.reason}. ${again}`);
  yield* finish(due, { failed: !inactiveReasons.has(problem.reason), records: 0, bytes: 0 });
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

const complete = Effect.fnUntraced(function* (due: DueRepository, { bytes, indexed }: IndexedRepository) {
  yield* finish(due, { failed: false, records: indexed?.stored ?? 0, bytes });
  if (indexed === null) return;
  const { did, removed, rev, skipped, stored } = indexed;
  const summary = `${stored} records stored, ${removed} removed, ${skipped} skipped`;
  yield* Effect.logInfo(`Indexed the repository of ${did} at revision ${rev}: ${summary}`);
});

/** Only the repositories of backfills wait for their PDS by its name: a login may have a permit that they have not. */
const awaitPds = Effect.fnUntraced(function* ({ did, reason }: DueRepository, pds: string) {
  const store = yield* DueRepositories;
  const milliseconds = yield* withJitter(busyDelayMs);
  yield* reason === "backfill" ? store.awaitPds(did, milliseconds, pds) : store.postpone(did, milliseconds, false);
});

/**
 * An account that nobody knows is not checked: nothing of it is visible, and a backfill of many repositories takes its
 * list from a host that has checked them.
 */
const isChecked = Effect.fnUntraced(function* ({ did, reason }: DueRepository) {
  if (reason !== "backfill") return true;
  const actors = yield* KnownActors;
  return (yield* actors.known([did])).has(did) || (yield* actors.hidden([did])).has(did);
});

/** The reasons why an event about the identity of an account may have been missed with others. */
const mayHaveMissedIdentity: ReadonlySet<DueReason> = new Set<DueReason>(["changed", "source-gap"]);

/** Has the identity of a known account resolved anew if it has changed, may have, or has no confirmed handle. */
const requestIdentity = Effect.fnUntraced(function* ({ did, reason }: DueRepository, { handle }: Identity) {
  const known = (yield* (yield* KnownActors).actors([did])).get(did);
  if (known === undefined) return;
  const isCurrent = known.handle !== null && known.handle === handle && !mayHaveMissedIdentity.has(reason);
  if (!isCurrent) yield* (yield* DueIdentities).request([did]);
});

/** Requests the identity before the repository is completed: after a kill in between both are done once more. */
const indexAndComplete = Effect.fnUntraced(function* (due: DueRepository, identity: Identity) {
  const indexed = yield* backfill(identity);
  yield* requestIdentity(due, identity);
  yield* complete(due, indexed);
});

/** Hides, shows or erases the account first; only the repository of an active account is indexed. */
const checkAndIndex = Effect.fnUntraced(function* (due: DueRepository) {
  const checked = yield* Effect.catchTag(checkAccount(due.did), "AccountUnchecked", ({ pds, reason, retryAfter }) =>
    Effect.fail(new BackfillStopped({ pds, reason, retryAfter }))
  );
  if (checked._tag === "Active") return yield* indexAndComplete(due, checked.identity);
  yield* finish(due, { failed: false, records: 0, bytes: 0 });
});

/** Runs work unless another process fetches a repository of the PDS for a backfill. */
const alone = <A, E, R>(limiter: HostLimiter, due: DueRepository, pds: string, work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(withRenewedLease(`backfill ${pds}`)(work), (done) =>
    Option.isSome(done) ? Effect.void : Effect.zipRight(limiter.leave(pds, busyDelayMs), awaitPds(due, pds))
  );

const attempt = Effect.fnUntraced(
  function* (limiter: HostLimiter, due: DueRepository) {
    const found = yield* Effect.either(findIdentity(due.did, "resolveDid"));
    const checks = yield* isChecked(due);
    if (Either.isLeft(found)) return yield* checks ? checkAndIndex(due) : found.left;
    const identity = found.right;
    const { pds } = identity;
    const work = checks ? checkAndIndex(due) : indexAndComplete(due, identity);
    yield* due.reason === "backfill"
      ? limiter.withBackfillPermit(pds, alone(limiter, due, pds, work), awaitPds(due, pds))
      : limiter.withPermit(pds, work, awaitPds(due, pds));
  },
  (effect, limiter, due) =>
    Effect.catchTag(effect, "BackfillStopped", (problem) =>
      isRetryable(problem.reason) && due.failures + 1 < attemptsFor(due.reason)
        ? scheduleRetry(limiter, due, problem)
        : giveUp(due, problem)
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
export const backfillRepository = traced("backfillRepository")((limiter: HostLimiter, due: DueRepository) =>
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
    Effect.onInterrupt(() => postponed(due, 0, false))
  )
);
