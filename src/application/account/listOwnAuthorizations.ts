import * as Clock from "effect/Clock";
import type { Did } from "../../domain/atproto/Did.ts";
import { type GrantedAuthorization, GrantedAuthorizations } from "../../domain/authorization/GrantedAuthorizations.ts";
import { traced } from "../../domain/failure/traced.ts";
import { appNames } from "./appName.ts";

/** An active authorization of a user. Times in Unix milliseconds. */
export interface OwnAuthorization {
  readonly authorizationId: string;
  /** The cursor of the page that follows this entry. */
  readonly position: number;
  readonly clientId: string;
  /** Null for an app without a name. */
  readonly clientName: string | null;
  readonly scope: string;
  readonly grantedAt: number;
  /** When tokens were last issued. */
  readonly usedAt: number;
  /** When it expires unless it is used again. */
  readonly expiresAt: number;
}

/** A page of a list, and the position where the next page starts; null after the last page. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>;
  readonly next: number | null;
}

/** How many entries a page has. */
export const pageSize = 50;

/** Cuts a page out of the rows read, of which one more than fits was requested. */
export const pageOf = <A extends { readonly position: number }>(found: ReadonlyArray<A>): Page<A> => {
  const items = found.slice(0, pageSize);
  return { items, next: found.length > pageSize ? (items.at(-1)?.position ?? null) : null };
};

const named =
  (names: ReadonlyMap<string, string | null>) =>
  ({
    authorizationId,
    clientId,
    expiresAt,
    grantedAt,
    position,
    scope,
    usedAt
  }: GrantedAuthorization): OwnAuthorization => ({
    authorizationId,
    position,
    clientId,
    clientName: names.get(clientId) ?? null,
    scope,
    grantedAt,
    usedAt,
    expiresAt
  });

/**
 * Returns a page of the active authorizations of a user, for all apps, newest first; `before` is the position where the
 * previous page ended.
 */
export const listOwnAuthorizations = traced("listOwnAuthorizations")(function* (did: Did, before: number | null) {
  const granted = yield* GrantedAuthorizations;
  const now = yield* Clock.currentTimeMillis;
  const found = yield* granted.page({ did, clientId: null, state: "active", now }, before, pageSize + 1);
  const { items, next } = pageOf(found);
  const names = yield* appNames(items.map(({ clientId }) => clientId));
  return { items: items.map(named(names)), next } satisfies Page<OwnAuthorization>;
});
