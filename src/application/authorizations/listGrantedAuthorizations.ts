import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { Handle } from "../../domain/atproto/Handle.ts";
import { EndReason, endSentence } from "../../domain/authorization/end/EndReason.ts";
import {
  type GrantedAuthorization,
  GrantedAuthorizations,
  type GrantedFilter
} from "../../domain/authorization/GrantedAuthorizations.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { traced } from "../../domain/failure/traced.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { findEndReason } from "../sessions/findEndReason.ts";

/**
 * An authorization as an admin sees it. Times in Unix milliseconds; `handle` and `clientName` are null where unknown.
 */
export interface GrantedAuthorizationView extends Omit<GrantedAuthorization, "end"> {
  readonly handle: string | null;
  readonly clientName: string | null;
  /** Null for an active one. */
  readonly end: { readonly at: number; readonly reason: string; readonly message: string | null } | null;
}

const isReason = Schema.is(EndReason);

/**
 * Returns when and why an authorization ended. Expired tokens leave no event in the log, and some authorizations end
 * with their session.
 */
const endOf = Effect.fnUntraced(
  function* ({ authorizationId, end, expiresAt }: GrantedAuthorization, now: number) {
    if (end === null && now < expiresAt) return null;
    if (end === null) return { at: expiresAt, reason: "expired" };
    const reason = end.reason === "session-ended" ? yield* findEndReason(authorizationId) : end.reason;
    return { at: end.at, reason: reason ?? end.reason };
  },
  Effect.map((over) =>
    over === null ? null : { ...over, message: isReason(over.reason) ? endSentence[over.reason] : null }
  )
);

const shown = Effect.fnUntraced(function* (one: GrantedAuthorization, handle: Handle | null, now: number) {
  const registry = yield* ClientRegistry;
  const client = yield* Effect.orElseSucceed(registry.get(one.clientId), Option.none);
  const clientName = Option.match(client, { onNone: () => null, onSome: ({ name }) => name });
  return { ...one, handle, clientName, end: yield* endOf(one, now) } satisfies GrantedAuthorizationView;
});

/**
 * Returns a page of all authorizations, newest first; `before` is the position of the last one on the previous page.
 */
export const listGrantedAuthorizations = traced("listGrantedAuthorizations")(function* (
  filter: Omit<GrantedFilter, "now">,
  before: number | null,
  limit: number
) {
  const granted = yield* GrantedAuthorizations;
  const actors = yield* KnownActors;
  const now = yield* Clock.currentTimeMillis;
  const found = yield* granted.page({ ...filter, now }, before, limit);
  const handles = yield* actors.handles([...new Set(found.map(({ did }) => did))]);
  return yield* Effect.forEach(found, (one) => shown(one, handles.get(one.did) ?? null, now), { concurrency: 4 });
});
