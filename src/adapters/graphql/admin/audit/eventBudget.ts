import * as Effect from "effect/Effect";
import { InvalidAuditFilter } from "../../../../domain/audit/InvalidAuditFilter.ts";
import type { AdminContext } from "../AdminContext.ts";

/** Events that one request may ask for, however often it names a list. */
const most = 1_000;

const spent = new WeakMap<AdminContext, number>();

/** Takes a page off what a request may ask for, so that no document makes much of little. */
export const takeFromBudget = (context: AdminContext, first: number): Effect.Effect<void, InvalidAuditFilter> =>
  Effect.suspend(() => {
    const total = (spent.get(context) ?? 0) + Math.max(first, 1);
    spent.set(context, total);
    return total <= most
      ? Effect.void
      : new InvalidAuditFilter({
          argument: "first",
          problem: `of all lists in one request must not add up to more than ${most}: ask in several requests`
        });
  });
