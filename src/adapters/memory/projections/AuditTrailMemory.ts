import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { matchesAuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { AuditTrail } from "../../../domain/audit/AuditTrail.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";

const makeAuditTrail = Effect.map(EventLog, (log) => {
  const everything = Effect.orDie(log.read(0, Number.MAX_SAFE_INTEGER));
  return AuditTrail.of({
    page: ({ after, filter, limit, order, upTo }) =>
      Effect.map(everything, (events) => {
        const meant = events.filter(
          (event) => event.position <= (upTo ?? event.position) && matchesAuditFilter(filter, event)
        );
        const from = after ?? (order === "newest first" ? Number.POSITIVE_INFINITY : 0);
        return order === "newest first"
          ? meant
              .filter(({ position }) => position < from)
              .toReversed()
              .slice(0, limit)
          : meant.filter(({ position }) => position > from).slice(0, limit);
      }),
    count: (filter, atMost) =>
      Effect.map(everything, (events) =>
        Math.min(events.filter((event) => matchesAuditFilter(filter, event)).length, atMost)
      )
  });
});

/** The history of the event log in this process. */
export const layer: Layer.Layer<AuditTrail, never, EventLog> = Layer.effect(AuditTrail, makeAuditTrail);
