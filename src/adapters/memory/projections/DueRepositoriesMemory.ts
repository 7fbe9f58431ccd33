import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { type DueRepositoryChange, dueRepositories } from "../../../domain/projection/dueRepositories.ts";
import { DueRepositories, type DueRepository } from "../../../domain/sync/backfill/DueRepositories.ts";
import { foldChanges } from "../log/foldLog.ts";

const isDid = Schema.is(Did);

interface Entry extends DueRepository {
  readonly dueAt: number;
  readonly claimed: boolean;
}

interface Known {
  readonly due: Map<Did, Entry>;
  readonly allDids: Set<Did>;
}

const request = ({ due }: Known, did: Did, at: number, requestedAt: number): void => {
  const before = due.get(did);
  const dueAt = before === undefined ? at : before.claimed ? before.dueAt : Math.min(before.dueAt, at);
  due.set(did, { did, failures: 0, claimed: false, ...before, requestedAt, dueAt });
};

const apply = (known: Known, change: DueRepositoryChange, { position, recordedAt }: RecordedEvent): void => {
  const at = Date.parse(recordedAt);
  switch (change._tag) {
    case "repository-requested":
      if (!isDid(change.key)) return;
      known.allDids.add(change.key);
      request(known, change.key, at, position);
      break;
    case "every-repository-requested":
      for (const did of known.allDids) request(known, did, at, position);
  }
};

const makeDueRepositories = Effect.map(EventLog, (log) => {
  const known: Known = { due: new Map(), allDids: new Set() };
  const catchUp = foldChanges(log, dueRepositories, (change, event) => apply(known, change, event));
  const change = (did: Did, next: (entry: Entry, now: number) => Entry | null) =>
    Effect.map(catchUp, (now) => {
      const entry = known.due.get(did);
      const changed = entry === undefined ? null : next(entry, now);
      if (changed === null) known.due.delete(did);
      else known.due.set(did, changed);
    });
  return DueRepositories.of({
    claim: (milliseconds) =>
      Effect.map(catchUp, (now) => {
        const [first] = [...known.due.values()]
          .filter(({ dueAt }) => dueAt <= now)
          .toSorted((a, b) => a.dueAt - b.dueAt);
        if (first === undefined) return null;
        known.due.set(first.did, { ...first, dueAt: now + milliseconds, claimed: true });
        return { did: first.did, requestedAt: first.requestedAt, failures: first.failures };
      }),
    renewClaim: (did, milliseconds) => change(did, (entry, now) => ({ ...entry, dueAt: now + milliseconds })),
    postpone: (did, milliseconds, failed) =>
      change(did, (entry, now) => ({
        ...entry,
        claimed: false,
        dueAt: now + milliseconds,
        failures: entry.failures + (failed ? 1 : 0)
      })),
    complete: ({ did, requestedAt }) =>
      change(did, (entry, now) =>
        entry.requestedAt === requestedAt ? null : { ...entry, claimed: false, dueAt: now, failures: 0 }
      )
  });
});

/** The due repositories of the event log in this process. */
export const layer: Layer.Layer<DueRepositories, never, EventLog> = Layer.effect(DueRepositories, makeDueRepositories);
