import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Random from "effect/Random";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import type { PublicationOutcome } from "../../../domain/transparency/publishing/Publication.ts";
import { PublicationReports } from "../../../domain/transparency/publishing/PublicationReports.ts";
import { type SealedCheckpoint, SealedTree } from "../../../domain/transparency/SealedTree.ts";
import type { TilesMissing } from "../readProof.ts";
import { type PublicationTarget, reportOutcome } from "./reportOutcome.ts";

/** A target, how a checkpoint is published to it, and the milliseconds between two that succeed. */
export interface FollowedTarget<R> extends PublicationTarget {
  readonly publish: (
    latest: SealedCheckpoint
  ) => Effect.Effect<PublicationOutcome, StorageUnavailable | TilesMissing, R>;
  readonly pause: number;
}

/** Milliseconds between two looks for a checkpoint, and after failures. */
const pauses = { look: 500, first: 1_000, longest: 60_000 };

/** Delays double with each failure, by 80 to 120 %, so that targets which failed together are not tried together. */
const pauseAfter = (failures: number) =>
  Effect.map(Random.nextRange(0.8, 1.2), (factor) =>
    Math.round(factor * Math.min(pauses.first * 2 ** (failures - 1), pauses.longest))
  );

const isDone = ({ state }: PublicationOutcome): boolean => state === "current";

/**
 * Publishes each new checkpoint to a target for as long as it runs: the newest one only, where several are new. After a
 * failure it tries again, after 1 second at first and 1 minute at last.
 */
export const followTarget = Effect.fnUntraced(function* <R>(followed: FollowedTarget<R>) {
  const tree = yield* SealedTree;
  const reports = yield* (yield* PublicationReports).all;
  let report = reports.find(({ target }) => target === followed.target) ?? null;
  let published = report?.state === "current" ? report.size : 0;
  let failures = 0;
  for (;;) {
    const latest = Option.getOrNull(yield* tree.latest);
    if (latest === null || latest.size === published) {
      yield* Effect.sleep(pauses.look);
      continue;
    }
    const outcome = yield* followed.publish(latest);
    report = yield* reportOutcome(followed, outcome, report);
    if (isDone(outcome)) published = outcome.size;
    failures = outcome.reason === null ? 0 : failures + 1;
    if (failures > 0) yield* Effect.sleep(yield* pauseAfter(failures));
    else yield* Effect.sleep(isDone(outcome) ? followed.pause : pauses.look);
  }
});
