import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { needsRevocation } from "../../../domain/session/needsRevocation.ts";
import { type PendingRevocation, PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import { SessionEnd } from "../../../domain/session/SessionEvent.ts";
import { foldLog } from "../log/foldLog.ts";

interface Pending {
  readonly owedAt: number;
  readonly dueAt: number;
  readonly attempts: number;
}

type AllPending = Map<string, Pending>;

/** Who ended a session tells the PDS at once; it has so long for that, in milliseconds. */
const firstAttemptDelayMs = 30_000;

const isEnd = Schema.is(SessionEnd);

const isPending = ({ reason, type }: RecordedEvent): boolean =>
  type === "SessionTokensArrivedLate.v1" || (type === "SessionEnded.v1" && isEnd(reason) && needsRevocation(reason));

const fold = (all: AllPending, event: RecordedEvent): void => {
  const { data, recordedAt, type } = event;
  const sessionId = String(data.sessionId);
  const owedAt = Date.parse(recordedAt);
  if (isPending(event)) all.set(sessionId, { owedAt, dueAt: owedAt + firstAttemptDelayMs, attempts: 0 });
  if (type === "SessionRevokedAtPds.v1" || type === "SessionRevocationAbandoned.v1") all.delete(sessionId);
};

const makePendingRevocations = Effect.map(EventLog, (log) => {
  const all: AllPending = new Map();
  const catchUp = foldLog(log, (event) => fold(all, event));
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
      )
  });
});

/** Pending revocations of the event log in this process. */
export const layer: Layer.Layer<PendingRevocations, never, EventLog> = Layer.effect(
  PendingRevocations,
  makePendingRevocations
);
