import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import {
  type GrantedAuthorization,
  GrantedAuthorizations,
  type GrantedFilter
} from "../../../domain/authorization/GrantedAuthorizations.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { authorizations } from "../../../domain/projection/authorizations.ts";
import { foldChanges } from "../log/foldLog.ts";
import { applyAuthorization, type Granted } from "./applyAuthorization.ts";

const matchesFilter =
  ({ clientId, did, now, state }: GrantedFilter, before: number | null) =>
  (one: GrantedAuthorization): boolean => {
    const isActive = one.end === null && one.expiresAt > now;
    const isInState = {
      active: isActive,
      ended: !isActive,
      overdue: one.end === null && !isActive
    };
    return (
      (did === null || one.did === did) &&
      (clientId === null || one.clientId === clientId) &&
      (state === null || isInState[state]) &&
      (before === null || one.position < before)
    );
  };

const makeGranted = Effect.map(EventLog, (log) => {
  const known: Granted = new Map();
  const catchUp = foldChanges(log, authorizations, (change, event) => applyAuthorization(known, change, event));
  return GrantedAuthorizations.of({
    page: (filter, before, limit) =>
      Effect.map(catchUp, () =>
        [...known.values()]
          .filter(matchesFilter(filter, before))
          .toSorted((left, right) => right.position - left.position)
          .slice(0, limit)
      )
  });
});

/** The authorizations of the event log in this process. */
export const layer: Layer.Layer<GrantedAuthorizations, never, EventLog> = Layer.effect(
  GrantedAuthorizations,
  makeGranted
);
