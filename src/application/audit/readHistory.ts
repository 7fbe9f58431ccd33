import * as Effect from "effect/Effect";
import type { AuditFilter } from "../../domain/audit/AuditFilter.ts";
import { type AuditPage, AuditTrail } from "../../domain/audit/AuditTrail.ts";
import { InvalidAuditFilter } from "../../domain/audit/InvalidAuditFilter.ts";
import { traced } from "../../domain/failure/traced.ts";
import { nameEvents } from "./nameEvents.ts";

/** The maximum number of events in a page. */
const maxHistoryPageSize = 200;

/** The page a caller requested: how many events, and after which position. */
interface SentPage {
  readonly first: number;
  readonly after: string | null;
}

const readCursor = (after: string | null) => {
  if (after === null) return Effect.succeed(null);
  return /^[0-9]{1,15}$/.test(after)
    ? Effect.succeed(Number(after))
    : new InvalidAuditFilter({ argument: "after", problem: "must be the endCursor of an earlier page" });
};

const readFirst = (first: number) =>
  Number.isInteger(first) && first >= 1 && first <= maxHistoryPageSize
    ? Effect.succeed(first)
    : new InvalidAuditFilter({ argument: "first", problem: `must be 1 to ${maxHistoryPageSize}` });

/** Returns a page of the history, each event in words and with names. */
export const readHistory = traced("readHistory")(function* (
  filter: AuditFilter,
  order: AuditPage["order"],
  sent: SentPage
) {
  const trail = yield* AuditTrail;
  const limit = yield* readFirst(sent.first);
  const after = yield* readCursor(sent.after);
  const found = yield* trail.page({ filter, order, after, upTo: null, limit: limit + 1 });
  const nodes = yield* nameEvents(found.slice(0, limit));
  return { nodes, hasNextPage: found.length > limit };
});
