import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { type PendingRevocationChange, pendingRevocations } from "../../../domain/projection/pendingRevocations.ts";
import { type PendingRevocation, PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import { foldChanges } from "../log/foldLog.ts";
import { lengthOf } from "./lengthOf.ts";

interface Pending {
  readonly owedAt: number;
  readonly dueAt: number;
  readonly attempts: number;
}

type AllPending = Map<string, Pending>;

const apply = (all: AllPending, change: PendingRevocationChange, { recordedAt }: RecordedEvent): void => {
  const owedAt = Date.parse(recordedAt);
  switch (change._tag) {
    case "revocation-enqueued":
      all.set(change.key, { owedAt, dueAt: owedAt + change.dueInMs, attempts: 0 });
      break;
    case "revocation-completed":
      all.delete(change.key);
  }
};

const makePendingRevocations = Effect.map(EventLog, (log) => {
  const all: AllPending = new Map();
  const catchUp = foldChanges(log, pendingRevocations, (change, event) => apply(all, change, event));
  const change = (sessionId: string, next: (owed: Pending, now: number) => Pending) =>
    Effect.map(catchUp, (now) => {
      const owed = all.get(sessionId);
      if (owed !== undefined) all.set(sessionId, next(owed, now));
    });
  const shown = (now: number, [sessionId, { attempts, owedAt }]: readonly [string, Pending]): PendingRevocation => ({
    sessionId,
    age: now - owedAt,
    attempts
  });
  return PendingRevocations.of({
    claim: (limit, milliseconds) =>
      Effect.map(catchUp, (now) => {
        const claimed = [...all]
          .filter(([, { dueAt }]) => dueAt <= now)
          .toSorted(([, a], [, b]) => a.dueAt - b.dueAt)
          .slice(0, limit);
        for (const [sessionId, owed] of claimed) all.set(sessionId, { ...owed, dueAt: now + milliseconds });
        return claimed.map((each) => shown(now, each));
      }),
    postpone: (sessionId, milliseconds) =>
      change(sessionId, (owed, now) => ({ ...owed, attempts: owed.attempts + 1, dueAt: now + milliseconds })),
    defer: (sessionId, milliseconds) => change(sessionId, (owed, now) => ({ ...owed, dueAt: now + milliseconds })),
    list: (limit) =>
      Effect.map(catchUp, (now) =>
        [...all]
          .toSorted(([, a], [, b]) => a.owedAt - b.owedAt)
          .slice(0, limit)
          .map((each) => shown(now, each))
      ),
    length: Effect.map(catchUp, () => lengthOf([...all.values()].map(({ attempts }) => attempts)))
  });
});

/** Pending revocations of the event log in this process. */
export const layer: Layer.Layer<PendingRevocations, never, EventLog> = Layer.effect(
  PendingRevocations,
  makePendingRevocations
);
