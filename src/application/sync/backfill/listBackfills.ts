import * as Clock from "effect/Clock";
import { traced } from "../../../domain/failure/traced.ts";
import { type Backfill, type BackfillSpeed, speedOf } from "../../../domain/sync/backfill/Backfill.ts";
import { Backfills } from "../../../domain/sync/backfill/Backfills.ts";

/** A backfill with its speed. */
export interface BackfillProgress extends Backfill, BackfillSpeed {}

const withSpeed = (backfill: Backfill, now: number): BackfillProgress => ({ ...backfill, ...speedOf(backfill, now) });

/** Returns up to `limit` backfills, newest first, that were started before the one with the id `before` (null: newest). */
export const listBackfills = traced("listBackfills")(function* (before: string | null, limit: number) {
  const backfills = yield* Backfills;
  const found = yield* backfills.list(before, limit);
  const now = yield* Clock.currentTimeMillis;
  return found.map((backfill) => withSpeed(backfill, now));
});

/** Returns the progress of a backfill; null if there is none with the id. */
export const findBackfill = traced("findBackfill")(function* (id: string) {
  const backfills = yield* Backfills;
  const found = yield* backfills.find(id);
  return found === null ? null : withSpeed(found, yield* Clock.currentTimeMillis);
});
