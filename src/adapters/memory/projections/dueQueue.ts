import type { Did } from "../../../domain/atproto/Did.ts";
import type { QueueLength } from "../../../domain/health/QueueLength.ts";
import {
  type ClaimOptions,
  type DueReason,
  type DueRepository,
  dueReasons,
  fetchIntervalMs,
  isUrgent,
  type WaitingRepository
} from "../../../domain/sync/backfill/DueRepositories.ts";
import { lengthOf } from "./lengthOf.ts";

/** A repository that is due, or was fetched less than 30 seconds ago. Times are in Unix milliseconds. */
interface Entry {
  readonly did: Did;
  readonly requestedAt: number;
  readonly request: number;
  readonly reason: DueReason;
  readonly failures: number;
  /** Infinity after a fetch. */
  readonly dueAt: number;
  readonly fetchedAt: number;
  readonly claimed: boolean;
  /** The last request when it was claimed. */
  readonly claimedRequest: number;
  /** The PDS that took no request, or null. */
  readonly pds: string | null;
}

/** The due repositories by DID, with the number of requests so far. */
interface DueQueue {
  readonly entries: Map<Did, Entry>;
  requests: number;
}

export const make = (): DueQueue => ({ entries: new Map(), requests: 0 });

const priorityOf = ({ reason }: Pick<Entry, "reason">): number => dueReasons.indexOf(reason);

const earliest = (before: Entry, at: number, reason: DueReason): number => {
  if (before.claimed) return before.dueAt;
  if (reason === "signed-in") return Math.min(before.dueAt, at);
  if (before.failures > 0) return before.dueAt;
  return Math.min(before.dueAt, isUrgent(reason) ? at : Math.max(at, before.fetchedAt + fetchIntervalMs));
};

const reasonAfter = (before: Entry, reason: DueReason): DueReason => {
  const isSatisfied =
    before.dueAt === Number.POSITIVE_INFINITY || (before.claimed && before.request === before.claimedRequest);
  return isSatisfied || priorityOf({ reason }) < priorityOf(before) ? reason : before.reason;
};

const unknown = { failures: 0, fetchedAt: Number.NEGATIVE_INFINITY, claimed: false, claimedRequest: 0, pds: null };

/** Makes a repository due because of the event at a position, or of none (0). */
export const request = (queue: DueQueue, did: Did, at: number, position: number, reason: DueReason): void => {
  const before = queue.entries.get(did);
  queue.requests += 1;
  queue.entries.set(did, {
    ...unknown,
    ...before,
    did,
    pds: reason === "backfill" ? (before?.pds ?? null) : null,
    request: queue.requests,
    requestedAt: Math.max(before?.requestedAt ?? 0, position),
    reason: before === undefined ? reason : reasonAfter(before, reason),
    dueAt: before === undefined ? at : earliest(before, at, reason)
  });
};

const change = (queue: DueQueue, did: Did, next: (entry: Entry) => Entry): void => {
  const entry = queue.entries.get(did);
  if (entry !== undefined && entry.dueAt < Number.POSITIVE_INFINITY) queue.entries.set(did, next(entry));
};

/** Claims the first repository that is due by a time, or returns null. */
export const claim = (
  queue: DueQueue,
  now: number,
  milliseconds: number,
  { busy = [], untried = false, upTo = "backfill" }: ClaimOptions
): DueRepository | null => {
  for (const { did, dueAt, fetchedAt } of queue.entries.values())
    if (dueAt === Number.POSITIVE_INFINITY && fetchedAt + fetchIntervalMs < now) queue.entries.delete(did);
  const [first] = [...queue.entries.values()]
    .filter((entry) => entry.dueAt <= now && priorityOf(entry) <= priorityOf({ reason: upTo }))
    .filter(({ failures }) => failures === 0 || !untried)
    .filter(({ pds }) => pds === null || !busy.includes(pds))
    .toSorted((a, b) => priorityOf(a) - priorityOf(b) || a.dueAt - b.dueAt);
  if (first === undefined) return null;
  const { did, failures, reason, request, requestedAt } = first;
  queue.entries.set(did, {
    ...first,
    dueAt: now + milliseconds,
    claimed: true,
    claimedRequest: first.request,
    pds: null
  });
  return { did, requestedAt, request, reason, failures };
};

/** Returns a repository that waits or is claimed, or null. */
export const find = ({ entries }: DueQueue, did: Did): WaitingRepository | null => {
  const entry = entries.get(did);
  if (entry === undefined || entry.dueAt === Number.POSITIVE_INFINITY) return null;
  const { claimed: isClaimed, dueAt, failures, reason } = entry;
  return { reason, failures, dueAt, isClaimed };
};

/** Extends a claim up to a time. */
export const renew = (queue: DueQueue, did: Did, dueAt: number): void =>
  change(queue, did, (entry) => (entry.claimed ? { ...entry, dueAt } : entry));

/** Makes a repository due at a time. */
export const postpone = (
  queue: DueQueue,
  did: Did,
  dueAt: number,
  { failed, pds }: { readonly failed: boolean; readonly pds: string | null }
): void =>
  change(queue, did, (entry) => ({
    ...entry,
    claimed: false,
    dueAt,
    pds: pds ?? entry.pds,
    failures: entry.failures + (failed ? 1 : 0)
  }));

const dueAgain = ({ reason }: Entry, now: number): number => (isUrgent(reason) ? now : now + fetchIntervalMs);

/** Records that a repository was fetched. */
export const complete = (queue: DueQueue, { did, request }: DueRepository, now: number): void =>
  change(queue, did, (entry) => ({
    ...entry,
    claimed: false,
    failures: 0,
    fetchedAt: now,
    dueAt: entry.request === request ? Number.POSITIVE_INFINITY : dueAgain(entry, now)
  }));

/** Removes repositories that only a backfill lists and nobody works on. */
export const withdraw = (queue: DueQueue, dids: ReadonlyArray<Did>): void => {
  for (const did of dids) {
    const entry = queue.entries.get(did);
    if (entry !== undefined && entry.reason === "backfill" && !entry.claimed && Number.isFinite(entry.dueAt))
      queue.entries.delete(did);
  }
};

/** Counts the repositories that wait or are claimed. */
export const length = ({ entries }: DueQueue): QueueLength =>
  lengthOf([...entries.values()].flatMap(({ dueAt, failures }) => (Number.isFinite(dueAt) ? [failures] : [])));
