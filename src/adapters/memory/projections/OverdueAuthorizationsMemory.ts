import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { OverdueAuthorizations } from "../../../domain/authorization/end/OverdueAuthorizations.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { authorizations } from "../../../domain/projection/authorizations.ts";
import { type UnredeemedCodeChange, unredeemedCodes } from "../../../domain/projection/unredeemedCodes.ts";
import { foldChanges } from "../log/foldLog.ts";
import { applyAuthorization, type Granted } from "./applyAuthorization.ts";

/** When unredeemed codes expire, in Unix milliseconds, by authorization. */
type Codes = Map<string, number>;

const applyCode = (codes: Codes, change: UnredeemedCodeChange): void => {
  switch (change._tag) {
    case "code-issued":
      codes.set(change.key, codes.get(change.key) ?? change.expiresAt);
      break;
    case "code-closed":
      codes.delete(change.key);
  }
};

const makeOverdue = Effect.map(EventLog, (log) => {
  const codes: Codes = new Map();
  const granted: Granted = new Map();
  const catchUp = Effect.zipRight(
    foldChanges(log, unredeemedCodes, (change) => applyCode(codes, change)),
    foldChanges(log, authorizations, (change, event) => applyAuthorization(granted, change, event))
  );
  return OverdueAuthorizations.of({
    list: (now, after, limit) =>
      Effect.map(catchUp, () => {
        const unredeemed = [...codes].filter(([, expiresAt]) => expiresAt <= now).map(([id]) => id);
        const unused = [...granted.values()].filter(({ end, expiresAt }) => end === null && expiresAt <= now);
        return [...unredeemed, ...unused.map(({ authorizationId }) => authorizationId)]
          .filter((id) => id > after)
          .toSorted()
          .slice(0, limit);
      })
  });
});

/** The expired authorizations of the event log in this process. */
export const layer: Layer.Layer<OverdueAuthorizations, never, EventLog> = Layer.effect(
  OverdueAuthorizations,
  makeOverdue
);
