import type * as Effect from "effect/Effect";
import { traced } from "../../domain/failure/traced.ts";
import { StoredProjections } from "../../domain/projection/StoredProjections.ts";
import type { Fault } from "../../domain/verification/Fault.ts";

/**
 * Compares the stored projections and the tables of the history with a replay of the log. A row that differs belongs to no single
 * event, so that its fault is at the head.
 */
export const verifyProjections = traced("verifyProjections")(function* (
  progress: (checked: number) => Effect.Effect<void>
) {
  const { position, projections } = yield* (yield* StoredProjections).compare(progress);
  return projections.flatMap(({ differences, projection }) =>
    differences.map(
      ({ key }): Fault => ({
        position,
        part: "projection",
        reason: `the row ${key} of ${projection} does not follow from the log`
      })
    )
  );
});
