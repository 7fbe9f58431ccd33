import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { type DueRepositoryChange, dueRepositories } from "../../../domain/projection/dueRepositories.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { type DueReason, DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import { foldChanges } from "../log/foldLog.ts";
import { MemoryStore } from "../MemoryStore.ts";
import * as Queue from "./dueQueue.ts";

const isDid = Schema.is(Did);

/** A request that is not an event of the log. */
interface DirectRequest {
  readonly dids: ReadonlyArray<Did>;
  readonly reason: DueReason;
}

const reasonOf = ({ type }: RecordedEvent, { _tag }: DueRepositoryChange): DueReason => {
  if (type === "LoginCompleted.v1") return "signed-in";
  if (_tag === "repository-requested") return "changed";
  return type === "SyncGapFound.v1" || type === "SyncSourceChanged.v1" ? "source-gap" : "index-changed";
};

const makeDueRepositories = Effect.gen(function* () {
  const log = yield* EventLog;
  const actors = yield* KnownActors;
  const store = yield* MemoryStore;
  const requests = store.cell<ReadonlyArray<DirectRequest>>([]);
  const queue = Queue.make();
  const signedIn = new Set<Did>();
  const apply = (known: ReadonlyArray<Did>) => (change: DueRepositoryChange, event: RecordedEvent) => {
    const at = Date.parse(event.recordedAt);
    const reason = reasonOf(event, change);
    if (change._tag === "every-repository-requested")
      for (const did of new Set([...signedIn, ...known])) Queue.request(queue, did, at, event.position, reason);
    else if (isDid(change.key)) {
      if (reason === "signed-in") signedIn.add(change.key);
      Queue.request(queue, change.key, at, event.position, reason);
    }
  };
  let known: ReadonlyArray<Did> = [];
  const fold = foldChanges(log, dueRepositories, (change, event) => apply(known)(change, event));
  /** Takes over what was requested by now. The order between events and other requests does not matter. */
  const catchUp = Effect.gen(function* () {
    known = yield* Effect.orDie(actors.list(null, Number.MAX_SAFE_INTEGER));
    const now = yield* fold;
    const direct = yield* requests.modify((waiting) => [waiting, []]);
    for (const { dids, reason } of direct) for (const did of dids) Queue.request(queue, did, now, 0, reason);
    return now;
  });
  return DueRepositories.of({
    request: (dids, reason = "changed") => requests.modify((waiting) => [undefined, [...waiting, { dids, reason }]]),
    claim: (milliseconds, options = {}) => Effect.map(catchUp, (now) => Queue.claim(queue, now, milliseconds, options)),
    find: (did) => Effect.map(catchUp, () => Queue.find(queue, did)),
    renewClaim: (did, milliseconds) => Effect.map(catchUp, (now) => Queue.renew(queue, did, now + milliseconds)),
    postpone: (did, milliseconds, failed) =>
      Effect.map(catchUp, (now) => Queue.postpone(queue, did, now + milliseconds, { failed, pds: null })),
    awaitPds: (did, milliseconds, pds) =>
      Effect.map(catchUp, (now) => Queue.postpone(queue, did, now + milliseconds, { failed: false, pds })),
    complete: (due) => Effect.map(catchUp, (now) => Queue.complete(queue, due, now)),
    withdraw: (dids) => Effect.map(catchUp, () => Queue.withdraw(queue, dids)),
    length: Effect.map(catchUp, () => Queue.length(queue))
  });
});

/** The due repositories of the event log in this process, and those that were requested otherwise. */
export const layer: Layer.Layer<DueRepositories, never, EventLog | KnownActors | MemoryStore> = Layer.effect(
  DueRepositories,
  makeDueRepositories
);
