import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import type { Actor } from "../../../domain/event/Envelope.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { Subjects } from "../../../domain/personal/Subjects.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { Backfill } from "../../../domain/sync/backfill/Backfill.ts";
import {
  BackfillAborted,
  BackfillCancelled,
  BackfillCompleted,
  type BackfillJobEvent,
  BackfillStarted,
  type BackfillTarget
} from "../../../domain/sync/backfill/BackfillJobEvent.ts";
import { type BackfillEnd, Backfills } from "../../../domain/sync/backfill/Backfills.ts";
import { DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import { appendEvents } from "../../event/appendEvents.ts";

const record = (id: string, version: number, event: BackfillJobEvent, actor: Actor) =>
  Effect.catchTag(appendEvents(streamName("backfill", id), version, [event], { actor }), "VersionConflict", Effect.die);

/** Makes the authors known, so that their closed collections are indexed as well. */
const putActors = (dids: ReadonlyArray<Did>) =>
  Effect.flatMap(RecordIndex, (index) =>
    Effect.forEach(dids, (did) => index.putActor({ did, handle: null, pds: null }), { discard: true })
  );

function* begin(target: BackfillTarget, actor: Actor, now: number) {
  const backfills = yield* Backfills;
  const backfill = yield* backfills.start(target, now);
  const { id } = backfill;
  if (target.kind === "actor") {
    yield* (yield* Subjects).allow(target.dids);
    yield* putActors(target.dids);
    yield* backfills.addPage(id, { from: null, dids: target.dids, next: null });
    yield* (yield* DueRepositories).request(target.dids);
  }
  yield* record(id, 0, new BackfillStarted({ id, target }), actor);
  return (yield* backfills.find(id)) ?? backfill;
}

/** Starts a backfill of a target. The repositories of actors become due in the same transaction. */
export const beginBackfill = Effect.fnUntraced(function* (target: BackfillTarget, actor: Actor) {
  const atomically = yield* Atomically;
  const now = yield* Clock.currentTimeMillis;
  return yield* atomically.run(Effect.gen(() => begin(target, actor, now)));
});

const endedEvent = (backfill: Backfill, end: BackfillEnd): BackfillJobEvent => {
  const { failed, id, processed: repositories } = backfill;
  const counts = { id, repositories, failed };
  switch (end.state) {
    case "completed":
      return new BackfillCompleted(counts);
    case "cancelled":
      return new BackfillCancelled(counts);
    case "aborted":
      return new BackfillAborted({ ...counts, reason: end.reason });
  }
};

/** How many repositories are withdrawn at once. */
const pageSize = 1_000;

/** Returns the repositories of a backfill that were not processed. */
const waitingOf = Effect.fnUntraced(function* (id: string) {
  const backfills = yield* Backfills;
  const all: Array<Did> = [];
  for (;;) {
    const page = yield* backfills.waiting(id, all.at(-1) ?? null, pageSize);
    all.push(...page);
    if (page.length < pageSize) return all;
  }
});

/** Removes repositories from those that are due, except those that another backfill waits for. */
const withdraw = Effect.fnUntraced(function* (dids: ReadonlyArray<Did>) {
  const backfills = yield* Backfills;
  const due = yield* DueRepositories;
  for (let at = 0; at < dids.length; at += pageSize) {
    const some = dids.slice(at, at + pageSize);
    const awaited = yield* backfills.awaited(some);
    yield* due.withdraw(some.filter((did) => !awaited.has(did)));
  }
});

function* finish(id: string, end: BackfillEnd, actor: Actor, now: number) {
  const backfills = yield* Backfills;
  const waiting = yield* waitingOf(id);
  const ended = yield* backfills.end(id, end, now);
  if (ended === null) return null;
  yield* withdraw(waiting);
  yield* record(id, 1, endedEvent(ended, end), actor);
  return ended;
}

/** Ends a backfill, and returns it; null if it does not run. What was not processed is no longer due because of it. */
export const endBackfill = Effect.fnUntraced(function* (id: string, end: BackfillEnd, actor: Actor) {
  const atomically = yield* Atomically;
  const now = yield* Clock.currentTimeMillis;
  return yield* atomically.run(Effect.gen(() => finish(id, end, actor, now)));
});
