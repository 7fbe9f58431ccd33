import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type ActivityCount, ActivityCounts } from "../../../domain/audit/ActivityCounts.ts";
import { activityKind } from "../../../domain/audit/ActivityKind.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { authorizations } from "../../../domain/projection/authorizations.ts";
import { foldChanges, foldLog } from "../log/foldLog.ts";
import { applyAuthorization, type Granted } from "./applyAuthorization.ts";

const lengths = { minute: "2026-01-31T12:05".length, hour: "2026-01-31T12".length } as const;

const nothing = { logins: 0, refreshes: 0, writes: 0, failures: 0, other: 0 } as const;

const makeActivityCounts = Effect.map(EventLog, (log) => {
  const counts = { minute: new Map<string, ActivityCount>(), hour: new Map<string, ActivityCount>() };
  const granted: Granted = new Map();

  const count = (event: RecordedEvent, unit: keyof typeof lengths): void => {
    const startsAt = event.recordedAt.slice(0, lengths[unit]);
    const before = counts[unit].get(startsAt) ?? { startsAt, ...nothing };
    const kind = activityKind(event);
    counts[unit].set(startsAt, { ...before, [kind]: before[kind] + 1 });
  };

  const catchUp = Effect.zipRight(
    foldLog(log, (event) => {
      count(event, "minute");
      count(event, "hour");
    }),
    foldChanges(log, authorizations, (change, event) => applyAuthorization(granted, change, event))
  );

  return ActivityCounts.of({
    between: (unit, from, before) =>
      Effect.map(catchUp, () => {
        const [first, last] = [from, before].map((time) => new Date(time).toISOString().slice(0, lengths[unit]));
        return [...counts[unit].values()]
          .filter(({ startsAt }) => startsAt >= String(first) && startsAt < String(last))
          .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
      }),
    activeAuthorizations: (now) =>
      Effect.map(
        catchUp,
        () => [...granted.values()].filter(({ end, expiresAt }) => end === null && expiresAt > now).length
      ),
    catchUp: Effect.asVoid(catchUp)
  });
});

/** The counts of the event log in this process. */
export const layer: Layer.Layer<ActivityCounts, never, EventLog> = Layer.effect(ActivityCounts, makeActivityCounts);
