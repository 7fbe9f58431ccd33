import * as Effect from "effect/Effect";
import { InvalidAuditFilter } from "../../../../domain/audit/InvalidAuditFilter.ts";
import type { AdminContext } from "../AdminContext.ts";

/** The maximum number of events per request, over all lists that it selects. */
const maxEvents = 1_000;

const spentEvents = new WeakMap<AdminContext, number>();

/** Subtracts a page from the event budget of a request, so that a small document cannot request too much. */
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
