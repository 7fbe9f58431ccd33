import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { Did } from "../../domain/atproto/Did.ts";
import { GrantedAuthorizations } from "../../domain/authorization/GrantedAuthorizations.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { traced } from "../../domain/failure/traced.ts";

/** An app that an account signed in to. Times are in Unix milliseconds. */
export interface AccountApp {
  readonly clientId: string;
  /** Null for an app that is not registered. */
  readonly clientName: string | null;
  /** How often the account signed in, up to the last 1,000 sign-ins to all apps. */
  readonly signIns: number;
  readonly activeSessions: number;
  readonly signedInAt: number;
  readonly usedAt: number;
}

/** How many authorizations of an account are looked at, the newest first. */
const most = 1_000;

const nameOf = Effect.fnUntraced(function* (clientId: string) {
  const found = yield* Effect.orElseSucceed((yield* ClientRegistry).get(clientId), Option.none);
  return Option.match(found, { onNone: () => null, onSome: ({ name }) => name });
});

/** Returns the apps that an account signed in to, the last used first. */
export const accountApps = traced("accountApps")(function* (did: Did) {
  const now = yield* Clock.currentTimeMillis;
  const granted = yield* (yield* GrantedAuthorizations).page({ did, clientId: null, state: null, now }, null, most);
  const byClient = Map.groupBy(granted, ({ clientId }) => clientId);
  const apps = yield* Effect.forEach(byClient, ([clientId, own]) =>
    Effect.map(
      nameOf(clientId),
      (clientName): AccountApp => ({
        clientId,
        clientName,
        signIns: own.length,
        activeSessions: own.filter(({ end, expiresAt }) => end === null && expiresAt > now).length,
        signedInAt: Math.max(...own.map(({ grantedAt }) => grantedAt)),
        usedAt: Math.max(...own.map(({ usedAt }) => usedAt))
      })
    )
  );
  return apps.toSorted((left, right) => right.usedAt - left.usedAt);
});
