import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { CurrentApi } from "../CurrentApi.ts";
import type { PlanFailure } from "../plan/PlanError.ts";

/** Whether a document was validated. False for one that is still to be validated when it is planned. */
export type Validation = Either.Either<boolean, PlanFailure>;

/** Validates a document on the worker thread, unless it was planned before. */
export const validateDocument = ({ worker, planner }: CurrentApi, document: string): Effect.Effect<Validation> => {
  if (planner.isCached(document)) return Effect.succeed(Either.right(false));
  return Effect.map(
    Effect.promise(() => worker.run({ _tag: "Validate", document })),
    (outcome): Validation => {
      if (outcome?._tag !== "Validated") return Either.right(false);
      const { errors } = outcome;
      return errors.length === 0 ? Either.right(true) : Either.left({ phase: "request", errors });
    }
  );
};
