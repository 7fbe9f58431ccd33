import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { CurrentApi } from "../CurrentApi.ts";
import type { PlanFailure } from "../plan/PlanError.ts";

/** Whether a document was found valid; false for one that is yet to be judged, where it is planned. */
export type Judgement = Either.Either<boolean, PlanFailure>;

/** Has a document judged beside, unless it was planned before. */
export const judgeDocument = ({ beside, planner }: CurrentApi, document: string): Effect.Effect<Judgement> => {
  if (planner.knows(document)) return Effect.succeed(Either.right(false));
  return Effect.map(
    Effect.promise(() => beside.ask({ _tag: "Judge", document })),
    (outcome): Judgement => {
      if (outcome?._tag !== "Judged") return Either.right(false);
      const { errors } = outcome;
      return errors.length === 0 ? Either.right(true) : Either.left({ phase: "request", errors });
    }
  );
};
