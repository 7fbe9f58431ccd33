import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import {
  type GrantedAuthorization,
  GrantedAuthorizations,
  type GrantedFilter
} from "../../../domain/authorization/GrantedAuthorizations.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { foldLog } from "../log/foldLog.ts";

type Known = Map<string, GrantedAuthorization>;

const change = (
  known: Known,
  id: string | null,
  next: (before: GrantedAuthorization) => GrantedAuthorization
): void => {
  const before = id === null ? undefined : known.get(id);
  if (before !== undefined) known.set(before.authorizationId, next(before));
};

const begin = (known: Known, { authorizationId, clientId, data, position, subjectDid: did }: RecordedEvent): void => {
  if (authorizationId === null || clientId === null || did === null || known.has(authorizationId)) return;
  const grantedAt = Number(data.exchangedAt);
  const expiresAt = Number(data.refreshExpiresAt);
  const granted = { authorizationId, position, did, clientId, scope: String(data.scope), end: null };
  known.set(authorizationId, { ...granted, grantedAt, usedAt: grantedAt, expiresAt });
};

const fold = (known: Known, event: RecordedEvent): void => {
  const { authorizationId, data, recordedAt, type } = event;
  if (type === "CodeExchanged.v1") begin(known, event);
  if (type === "TokensRefreshed.v1")
    change(known, authorizationId, (before) => ({
      ...before,
      usedAt: Number(data.refreshedAt),
      expiresAt: Number(data.refreshExpiresAt)
    }));
  if (type === "AuthorizationEnded.v1")
    change(known, authorizationId, (before) => ({
      ...before,
      end: before.end ?? { at: Date.parse(recordedAt), reason: String(data.reason) }
    }));
};

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
  const known: Known = new Map();
  const catchUp = foldLog(log, (event) => fold(known, event));
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

/** What the event log of this process says of authorizations. */
export const layer: Layer.Layer<GrantedAuthorizations, never, EventLog> = Layer.effect(
  GrantedAuthorizations,
  makeGranted
);
