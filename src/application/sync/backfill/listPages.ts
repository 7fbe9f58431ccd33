import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { systemActor } from "../../../domain/event/Envelope.ts";
import type { Backfill } from "../../../domain/sync/backfill/Backfill.ts";
import type { BackfillAbortReason } from "../../../domain/sync/backfill/BackfillJobEvent.ts";
import { Backfills } from "../../../domain/sync/backfill/Backfills.ts";
import { DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import {
  type DirectoryUnavailable,
  type ListedPage,
  RepositoryDirectory
} from "../../../domain/sync/backfill/RepositoryDirectory.ts";
import { endBackfill } from "./backfillJobs.ts";
import type { ListingFailures } from "./ListingFailures.ts";

/** How many repositories of a backfill may wait before more are listed. */
const maxWaiting = 50_000;
/** How many pages of a backfill are listed in one turn, so that every backfill has its turn. */
const pagesPerTurn = 5;
/** A host that returns so many pages without a new repository returns the same ones again and again. */
const maxFruitlessPages = 100;

const abort = Effect.fnUntraced(function* ({ id }: Backfill, reason: BackfillAbortReason) {
  const ended = yield* endBackfill(id, { state: "aborted", reason }, systemActor);
  if (ended !== null) yield* Effect.logWarning(`The backfill ${id} ended early: ${reason}`);
});

const complete = Effect.fnUntraced(function* ({ id }: Backfill) {
  const ended = yield* endBackfill(id, { state: "completed" }, systemActor);
  if (ended === null) return;
  const { failed, processed, records } = ended;
  yield* Effect.logInfo(
    `The backfill ${id} is completed: ${processed} repositories, ${failed} of them failed, ${records} records stored`
  );
});

function* add(backfill: Backfill, page: ListedPage) {
  const backfills = yield* Backfills;
  const due = yield* DueRepositories;
  const next = page.cursor;
  const added = yield* backfills.addPage(backfill.id, { from: backfill.cursor, dids: page.dids, next });
  if (added !== null) yield* due.request(added, "backfill");
  return added;
}

/** Stores a page with the requests for its repositories. Returns whether there may be another one. */
const store = Effect.fnUntraced(function* (backfill: Backfill, page: ListedPage) {
  const { cursor, fruitlessPages } = backfill;
  const atomically = yield* Atomically;
  if (page.cursor !== null && page.cursor === cursor)
    return yield* Effect.as(abort(backfill, "relay-malformed"), false);
  const added = yield* atomically.run(Effect.gen(() => add(backfill, page)));
  if (added === null || page.cursor === null) return false;
  const isFruitless = added.length === 0 && fruitlessPages + 1 >= maxFruitlessPages;
  if (isFruitless) yield* abort(backfill, "relay-malformed");
  return !isFruitless;
});

const fail = Effect.fnUntraced(function* (
  failures: ListingFailures,
  backfill: Backfill,
  problem: DirectoryUnavailable,
  now: number
) {
  const reason = failures.count(backfill.id, problem, now);
  if (reason !== null) return yield* abort(backfill, reason);
  yield* Effect.logInfo(`The repositories of the backfill ${backfill.id} cannot be listed now: ${problem.reason}`);
});

/** Lists the next page of a backfill. Returns whether there may be another one. */
const listPage = Effect.fnUntraced(function* (failures: ListingFailures, backfill: Backfill) {
  const { target } = backfill;
  const now = yield* Clock.currentTimeMillis;
  if (target.kind === "actor" || failures.isPaused(backfill.id, now)) return false;
  if (backfill.repositories - backfill.processed >= maxWaiting) return false;
  const directory = yield* RepositoryDirectory;
  const page = yield* Effect.either(directory.list(target, backfill.cursor));
  if (Either.isLeft(page)) return yield* Effect.as(fail(failures, backfill, page.left, now), false);
  failures.forget(backfill.id);
  return yield* store(backfill, page.right);
});

/** Lists pages of a running backfill, or completes it when all its repositories were processed. */
export const advanceBackfill = Effect.fnUntraced(function* (failures: ListingFailures, { id }: Backfill) {
  const backfills = yield* Backfills;
  for (let pages = 0; pages < pagesPerTurn; pages += 1) {
    const backfill = yield* backfills.find(id);
    if (backfill?.state !== "running") return;
    if (backfill.isListed) return yield* backfill.processed >= backfill.repositories ? complete(backfill) : Effect.void;
    if (!(yield* listPage(failures, backfill))) return;
  }
});
