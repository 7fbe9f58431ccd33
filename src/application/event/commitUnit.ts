import * as Effect from "effect/Effect";
import { type UnitOfWork, UnitsOfWork } from "../../domain/event/UnitOfWork.ts";
import type { PendingUse } from "./PendingUse.ts";
import { isConflict } from "./retryConflicts.ts";

/** A unit of work that consumes what a request uses. */
export interface PendingUnit<E> extends Pick<UnitOfWork, "appends" | "secrets"> {
  readonly uses: ReadonlyArray<PendingUse<E>>;
}

/** Commits a unit of work. If something was used before, fails with its refusal. */
export const commitUnit = Effect.fnUntraced(function* <E>({ appends, secrets, uses }: PendingUnit<E>) {
  const units = yield* UnitsOfWork;
  const refusal = (index: number): Effect.Effect<never, E> => {
    const pending = uses[index];
    return pending === undefined
      ? Effect.dieMessage("a use was refused that is not in the unit")
      : Effect.fail(pending.refusal());
  };
  return yield* units
    .commit({ appends, secrets, uses: uses.map(({ use }) => use) })
    .pipe(Effect.catchTags({ AlreadyUsed: ({ index }) => refusal(index), IdentityUnknown: Effect.die }));
});

/** Consumes what a request uses when nothing is committed with it. Fails with the refusal of what was used before. */
export const consumeUses = <E>(uses: ReadonlyArray<PendingUse<E>>) =>
  uses.length === 0
    ? Effect.void
    : Effect.asVoid(Effect.catchIf(commitUnit({ appends: [], secrets: [], uses }), isConflict, Effect.die));
