import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import { type GrantedAuthorization, GrantedAuthorizations } from "../../domain/authorization/GrantedAuthorizations.ts";
import { appNames } from "./appName.ts";

/** A sign-in of a person that is going on. Times in Unix milliseconds. */
export interface OwnAuthorization {
  readonly authorizationId: string;
  /** Where the next page goes on. */
  readonly position: number;
  readonly clientId: string;
  /** Null for an app that never said. */
  readonly clientName: string | null;
  readonly scope: string;
  readonly grantedAt: number;
  /** When tokens were last given out. */
  readonly usedAt: number;
  /** When it ends unless it is used again. */
  readonly expiresAt: number;
}

/** A part of a list, and where the next one begins; null at its end. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>;
  readonly next: number | null;
}

/** How many are shown at once. */
export const pageSize = 50;

/** Cuts a page out of what was read, one more than fits. */
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

/** The sign-ins of a person that are going on, to all apps, the newest first; `before` is where the page before ended. */
export const listOwnAuthorizations = Effect.fn("listOwnAuthorizations")(function* (did: Did, before: number | null) {
  const granted = yield* GrantedAuthorizations;
  const now = yield* Clock.currentTimeMillis;
  const found = yield* granted.page({ did, clientId: null, state: "active", now }, before, pageSize + 1);
  const { items, next } = pageOf(found);
  const names = yield* appNames(items.map(({ clientId }) => clientId));
  return { items: items.map(named(names)), next } satisfies Page<OwnAuthorization>;
});
