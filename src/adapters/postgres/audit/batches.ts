import type { AuditPage } from "../../../domain/audit/AuditTrail.ts";
import type { AuditSource } from "./auditConditions.ts";

/** Positions from `first` to `last`, both included; none when `first` is the greater. */
export interface Bounds {
  readonly first: number;
  readonly last: number;
}

/** A part of the log that is looked through at once, and where. */
export interface Batch extends Bounds {
  readonly source: AuditSource;
}

/** How much longer each batch is than the one before. */
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
 * A part of the log in batches in the order of a page, each longer than the one before: what is frequent is found in
 * the first one, and what is rare costs little more than to look for it everywhere at once. Entries reach up to a
 * position, and what was appended since is looked through in the log.
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
