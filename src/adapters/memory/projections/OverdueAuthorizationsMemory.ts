import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { OverdueAuthorizations } from "../../../domain/authorization/end/OverdueAuthorizations.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { foldLog } from "../log/foldLog.ts";

/** When those that have not ended run out, in Unix milliseconds, by id. */
type Ends = Map<string, number>;

const fold = (ends: Ends, { authorizationId, data, type }: RecordedEvent): void => {
  if (authorizationId === null) return;
  if (type === "CodeIssued.v1") ends.set(authorizationId, Number(data.expiresAt));
  if (type === "CodeExchanged.v1" || type === "TokensRefreshed.v1")
    ends.set(authorizationId, Number(data.refreshExpiresAt));
  if (type === "AuthorizationEnded.v1") ends.delete(authorizationId);
};

const makeOverdue = Effect.map(EventLog, (log) => {
  const ends: Ends = new Map();
  const catchUp = foldLog(log, (event) => fold(ends, event));
  return OverdueAuthorizations.of({
    list: (now, after, limit) =>
      Effect.map(catchUp, () =>
        [...ends]
          .filter(([id, end]) => end <= now && id > after)
          .map(([id]) => id)
          .toSorted()
          .slice(0, limit)
      )
  });
});

/** What the event log of this process says of authorizations that ran out. */
export const layer: Layer.Layer<OverdueAuthorizations, never, EventLog> = Layer.effect(
  OverdueAuthorizations,
  makeOverdue
);
