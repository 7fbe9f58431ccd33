import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import type { Lease } from "../../../domain/lease/Leases.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { DueIdentities } from "../../../domain/sync/account/DueIdentities.ts";
import { DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import { DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import { FollowedRepositories } from "../../../domain/sync/stream/FollowedRepositories.ts";
import { SyncCursors } from "../../../domain/sync/stream/SyncCursors.ts";
import type { SyncSource } from "../../../domain/sync/stream/SyncSource.ts";
import { applyAccountChanges } from "../account/applyAccountChanges.ts";
import { changeTogether } from "../backfill/changeTogether.ts";
import { indexChanges } from "../backfill/indexChanges.ts";
import { isRejection } from "../isRejection.ts";
import type { CheckedBatch } from "./CheckedBatch.ts";
import { type BatchPlan, planBatch } from "./planBatch.ts";
import { recordGaps } from "./recordGaps.ts";
import { rejectedLetter } from "./rejectedLetter.ts";

/** The subscription that a batch belongs to. */
export interface Subscription {
  readonly source: SyncSource;
  readonly lease: Lease;
  readonly generation: number;
}

/** The accounts whose followed repositories a batch needs: commits of sources that sign nothing change none. */
const followed = ({ events }: CheckedBatch): ReadonlyArray<Did> => [
  ...new Set(events.flatMap(({ event }) => (event._tag === "Checked" && event.link === null ? [] : [event.did])))
];

const authors = ({ events }: CheckedBatch): ReadonlyArray<Did> => [...new Set(events.map(({ event }) => event.did))];

const plan = Effect.fnUntraced(function* (batch: CheckedBatch, { generation, source }: Subscription) {
  const repositories = yield* (yield* FollowedRepositories).find(followed(batch));
  // Known now: the batch before may have made an account known after this one was checked.
  const { hidden, known } = yield* (yield* KnownActors).knownAndHidden(authors(batch));
  const now = yield* Clock.currentTimeMillis;
  return planBatch(batch, {
    repositories,
    known,
    hidden,
    address: source.address,
    generation,
    now
  });
});

/** Returns the letters for records that the index rejects although they are valid. */
const refusedLetters = (refused: ReadonlySet<AtUri>, { changes }: BatchPlan, receivedAt: number, source: string) =>
  changes.flatMap((change) =>
    refused.has(change.uri) ? (rejectedLetter(change, source, null, receivedAt) ?? []) : []
  );

/** Stores changes of different addresses, and returns the addresses that the index rejects. */
type StoreChanges = typeof indexChanges;

/** Stores all changes or none, in the order of their addresses, so that the transaction needs no savepoint. */
const storeAllOrNone = (changes: BatchPlan["changes"]) =>
  Effect.as(changeTogether(changes.toSorted((left, right) => (left.uri < right.uri ? -1 : 1))), new Set<AtUri>());

const storeRecords = Effect.fnUntraced(function* (
  planned: BatchPlan,
  { source }: Subscription,
  storeChanges: StoreChanges
) {
  const letters = yield* DeadLetters;
  const refused = planned.changes.length === 0 ? new Set<AtUri>() : yield* storeChanges(planned.changes);
  const receivedAt = yield* Clock.currentTimeMillis;
  const dead = [...planned.deadLetters, ...refusedLetters(refused, planned, receivedAt, source.kind)];
  if (planned.changes.length > 0) yield* letters.removeAt(planned.changes);
  if (dead.length > 0) yield* letters.add(dead);
});

/**
 * Stores the actors that became known, with the identities that were resolved to verify them, and the keys of others that
 * were resolved again. All other identities are resolved in the background.
 */
const storeActors = Effect.fnUntraced(function* ({ introduced, known }: BatchPlan, { resolved }: CheckedBatch) {
  const index = yield* RecordIndex;
  for (const did of introduced) {
    const identity = resolved.get(did);
    yield* identity === undefined ? index.putActor({ did, handle: null, pds: null }) : index.setIdentity(identity);
  }
  for (const identity of resolved.values())
    if (known.has(identity.did)) yield* index.putActor({ ...identity, handle: null });
});

const requestWork = Effect.fnUntraced(function* ({ identities, introduced, requested }: BatchPlan) {
  const dueIdentities = [...new Set([...identities, ...introduced])];
  if (dueIdentities.length > 0) yield* (yield* DueIdentities).request(dueIdentities);
  if (requested.size > 0) yield* (yield* DueRepositories).request([...requested]);
});

function* steps(batch: CheckedBatch, subscription: Subscription, storeChanges: StoreChanges) {
  const { lease, source } = subscription;
  // The first statement locks the fence, so that a former holder of the lease fails before it does anything.
  yield* (yield* SyncCursors).advance(source.address, lease, batch.cursor, batch.time);
  const planned = yield* plan(batch, subscription);
  yield* storeRecords(planned, subscription, storeChanges);
  yield* storeActors(planned, batch);
  yield* (yield* FollowedRepositories).put(planned.repositories);
  yield* requestWork(planned);
  // What appends comes last, because it locks the head of the log until the commit.
  yield* applyAccountChanges([...planned.accounts].map(([did, status]) => ({ did, status })));
  yield* recordGaps(planned.gaps, source);
  return planned;
}

/**
 * Stores everything that a batch of events changes together with the cursor, in one transaction. It fails and stores
 * nothing if another process has taken over. A batch with a record that the index rejects is stored again without that
 * record. Returns what was changed.
 */
export const storeBatch = Effect.fnUntraced(function* (batch: CheckedBatch, subscription: Subscription) {
  const atomically = yield* Atomically;
  const store = (storeChanges: StoreChanges) =>
    atomically.run(Effect.gen(() => steps(batch, subscription, storeChanges)));
  return yield* Effect.catchIf(store(storeAllOrNone), isRejection, () => store(indexChanges));
});
