import type { AuditPage } from "../../../domain/audit/AuditTrail.ts";
import type { AuditSource } from "./AuditSource.ts";

/** The positions from `first` to `last`, inclusive; none if `first` is greater. */
export interface Bounds {
  readonly first: number;
  readonly last: number;
}

/** A part of the log that is searched by one statement, and the table that it is searched in. */
export interface Batch extends Bounds {
  readonly source: AuditSource;
}

/** Each batch is this many times as long as the one before. */
const growth = 8;

const isNonEmpty = ({ first, last }: Bounds): boolean => first <= last;

const newestFirst = ({ first, last }: Bounds, positions: number): ReadonlyArray<Batch> => {
  if (first > last) return [];
  const from = Math.max(first, last - positions + 1);
  return [
    { source: "audit_entries", first: from, last },
    ...newestFirst({ first, last: from - 1 }, positions * growth)
  ];
};

const oldestFirst = ({ first, last }: Bounds, positions: number): ReadonlyArray<Batch> => {
  if (first > last) return [];
  const to = Math.min(last, first + positions - 1);
  return [{ source: "audit_entries", first, last: to }, ...oldestFirst({ first: to + 1, last }, positions * growth)];
};

/**
 * Divides a part of the log into batches in the order of a page, each longer than the one before. Frequent events are found in
 * the first batch, and rare ones cost little more than a search of everything at once. `entries` are searched in the
 * history, and `since`, which it does not have yet, in the log.
 */
export const batches = (
  order: AuditPage["order"],
  entries: Bounds,
  since: Bounds,
  positions: number
): ReadonlyArray<Batch> => {
  const recent: ReadonlyArray<Batch> = isNonEmpty(since) ? [{ source: "events", ...since }] : [];
  return order === "newest first"
    ? [...recent, ...newestFirst(entries, positions)]
    : [...oldestFirst(entries, positions), ...recent];
};
