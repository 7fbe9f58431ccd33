import * as Schema from "effect/Schema";
import type { Actor } from "../../../domain/event/Envelope.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { Backfills } from "../../../domain/sync/backfill/Backfills.ts";
import { endBackfill } from "./backfillJobs.ts";

/** A backfill cannot be cancelled: there is none with the id, or it has ended. */
export class BackfillNotRunning extends Schema.TaggedError<BackfillNotRunning>()("BackfillNotRunning", {
  id: Schema.String,
  reason: Schema.Literal("not-found", "ended")
}) {}

/** Cancels a backfill, and returns it. What it has indexed stays; repositories that are being read are finished. */
export const cancelBackfill = traced("cancelBackfill")(function* (id: string, actor: Actor) {
  const ended = yield* endBackfill(id, { state: "cancelled" }, actor);
  if (ended !== null) return ended;
  const found = yield* (yield* Backfills).find(id);
  return yield* new BackfillNotRunning({ id, reason: found === null ? "not-found" : "ended" });
});
