import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ClientActivity, type ClientSummary, type Refusals } from "../../../domain/client/use/ClientActivity.ts";
import { refusalType } from "../../../domain/client/use/refusals.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { authorizations } from "../../../domain/projection/authorizations.ts";
import { foldChanges, foldLog } from "../log/foldLog.ts";
import { applyAuthorization, type Granted } from "./applyAuthorization.ts";

const latest = (times: ReadonlyArray<number>): number | null => (times.length === 0 ? null : Math.max(...times));

const addRefusal = (found: Map<string, Refusals>, event: RecordedEvent): void => {
  const type = refusalType(event);
  if (type === null) return;
  const { position: lastPosition, reason } = event;
  const key = `${type} ${reason}`;
  const count = (found.get(key)?.count ?? 0) + 1;
  const lastAt = Math.max(found.get(key)?.lastAt ?? 0, Date.parse(event.recordedAt));
  found.set(key, { type, reason, count, lastAt, lastPosition });
};

const makeClientActivity = Effect.map(EventLog, (log) => {
  const events: Array<RecordedEvent> = [];
  const granted: Granted = new Map();
  const catchUp = Effect.zipRight(
    foldLog(log, (event) => void events.push(event)),
    foldChanges(log, authorizations, (change, event) => applyAuthorization(granted, change, event))
  );
  const eventsOf = (clientId: string, since: number) =>
    events.filter((event) => event.clientId === clientId && Date.parse(event.recordedAt) >= since);
  const signInsOf = (clientId: string, since: number) =>
    eventsOf(clientId, since).filter(({ type }) => type === "LoginCompleted.v1");

  const summaryOf = (clientId: string, since: number, now: number): ClientSummary => {
    const own = [...granted.values()].filter((one) => one.clientId === clientId);
    return {
      clientId,
      signIns: signInsOf(clientId, since).length,
      activeAuthorizations: own.filter(({ end, expiresAt }) => end === null && expiresAt > now).length,
      lastSignInAt: latest(own.map(({ grantedAt }) => grantedAt)),
      lastUsedAt: latest(own.map(({ usedAt }) => usedAt))
    };
  };

  return ClientActivity.of({
    summaries: (clientIds, since, now) =>
      Effect.map(catchUp, () => clientIds.map((clientId) => summaryOf(clientId, since, now))),
    signIns: (clientId, since) =>
      Effect.map(catchUp, () => {
        const days = new Map<string, number>();
        for (const { recordedAt } of signInsOf(clientId, since)) {
          const day = recordedAt.slice(0, 10);
          days.set(day, (days.get(day) ?? 0) + 1);
        }
        return [...days].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1));
      }),
    refusals: (clientId, since) =>
      Effect.map(catchUp, () => {
        const found = new Map<string, Refusals>();
        for (const event of eventsOf(clientId, since)) addRefusal(found, event);
        return [...found.values()].sort((a, b) => b.lastAt - a.lastAt || b.lastPosition - a.lastPosition);
      })
  });
});

/** What the event log of this process says of clients. */
export const layer: Layer.Layer<ClientActivity, never, EventLog> = Layer.effect(ClientActivity, makeClientActivity);
