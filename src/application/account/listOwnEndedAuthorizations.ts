import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import { AuditTrail } from "../../domain/audit/AuditTrail.ts";
import type { EndReason } from "../../domain/authorization/end/EndReason.ts";
import { GrantedAuthorizations } from "../../domain/authorization/GrantedAuthorizations.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { authorizations } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { endReasonOf } from "../sessions/findEndReason.ts";
import { appNames } from "./appName.ts";
import { type Page, pageOf, pageSize } from "./listOwnAuthorizations.ts";

/** An authorization of a user that has ended. Times in Unix milliseconds. */
export interface EndedAuthorization {
  readonly authorizationId: string;
  /** The cursor of the page that follows this entry. */
  readonly position: number;
  readonly clientId: string;
  readonly clientName: string | null;
  readonly begunAt: number;
  readonly endedAt: number;
  readonly reason: EndReason;
}

type Unnamed = Omit<EndedAuthorization, "clientName">;

/** How long the account page shows why an authorization ended, in milliseconds. */
const endedRetentionMs = 30 * 24 * 60 * 60_000;

const ended = Effect.fnUntraced(function* ({ authorizationId, position, recordedAt }: RecordedEvent) {
  if (authorizationId === null) return [];
  const { state } = yield* loadAggregate(authorizations, streamName("authorization", authorizationId));
  const reason = yield* endReasonOf(state);
  if (state._tag !== "Ended" || reason === null) return [];
  const { clientId, requestedAt: begunAt } = state.request;
  const endedAt = Date.parse(recordedAt);
  return [{ authorizationId, position, clientId, begunAt, endedAt, reason } satisfies Unnamed];
});

/** Authorizations that expired a moment ago, so that the log does not record their end yet. */
const expiredUnrecorded = Effect.fnUntraced(function* (did: Did, now: number) {
  const granted = yield* GrantedAuthorizations;
  const found = yield* granted.page({ did, clientId: null, state: "overdue", now }, null, pageSize);
  return found.map(
    ({ authorizationId, clientId, expiresAt, grantedAt, position }): Unnamed => ({
      authorizationId,
      position,
      clientId,
      begunAt: grantedAt,
      endedAt: expiresAt,
      reason: "expired"
    })
  );
});

/**
 * Returns a page of the authorizations of a user that ended in the last 30 days, with the reason, the most recent end
 * first. It includes those whose code the app never exchanged. `before` is the position where the previous page ended.
 */
export const listOwnEndedAuthorizations = traced("listOwnEndedAuthorizations")(function* (
  did: Did,
  before: number | null
) {
  const trail = yield* AuditTrail;
  const now = yield* Clock.currentTimeMillis;
  const filter = {
    did,
    types: ["AuthorizationEnded.v1"],
    since: new Date(Math.max(0, now - endedRetentionMs)).toISOString()
  };
  const order = "newest first";
  const page = pageOf(yield* trail.page({ filter, order, after: before, upTo: null, limit: pageSize + 1 }));
  const reasons = yield* Effect.forEach(page.items, ended, { concurrency: 4 });
  const found = [...(before === null ? yield* expiredUnrecorded(did, now) : []), ...reasons.flat()];
  const names = yield* appNames(found.map(({ clientId }) => clientId));
  const items = found.map((one): EndedAuthorization => ({ ...one, clientName: names.get(one.clientId) ?? null }));
  return { items, next: page.next } satisfies Page<EndedAuthorization>;
});
