import * as Effect from "effect/Effect";
import { InvalidAuditFilter } from "../../../../domain/audit/InvalidAuditFilter.ts";
import type { AdminContext } from "../AdminContext.ts";

/** Events that one request may ask for, however often it names a list. */
const maxEvents = 1_000;

const spentEvents = new WeakMap<AdminContext, number>();

/** Takes a page off what a request may ask for, so that no document makes much of little. */
export const takeFromBudget = (context: AdminContext, first: number): Effect.Effect<void, InvalidAuditFilter> =>
  Effect.suspend(() => {
    const total = (spentEvents.get(context) ?? 0) + Math.max(first, 1);
    spentEvents.set(context, total);
    return total <= maxEvents
      ? Effect.void
      : new InvalidAuditFilter({
          argument: "first",
          problem: `of all lists in one request must not add up to more than ${maxEvents}: ask in several requests`
        });
  });
