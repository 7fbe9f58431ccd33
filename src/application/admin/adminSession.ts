import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { AdminSessionUsed, AdminSignedOut } from "../../domain/administration/AdministrationEvent.ts";
import type { AdminRole } from "../../domain/administration/AdminRole.ts";
import { isValid } from "../../domain/administration/AdminSession.ts";
import { adminLifetimes } from "../../domain/administration/adminLifetimes.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { adminSessions } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { decide } from "../event/decide.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { currentAdmins } from "./currentAdmins.ts";

/** The admin who performs an action; `did` is null in events recorded before sign-in with an account was required. */
export interface Admin {
  readonly did: Did | null;
  readonly role: AdminRole;
}

/**
 * The holder of an admin session, which is identified by its hash. `SetUp` is a session opened with a setup token,
 * which permits only sign-in with an account. `expiresAt` in Unix milliseconds.
 */
export type FoundSession = { readonly sessionHash: string; readonly expiresAt: number } & (
  | { readonly _tag: "SetUp"; readonly recovery: boolean }
  | { readonly _tag: "Admin"; readonly did: Did; readonly role: AdminRole }
);

/** Returns the hash that identifies a session. */
export const sessionHashOf = (session: Redacted.Redacted<string>): string => sha256Base64Url(Redacted.value(session));

export const sessionStream = (sessionHash: string) => streamName("admin-session", sessionHash);

/** Records that a session is in use, unless that was recorded recently. Concurrent calls have the same result. */
const recordUse = (sessionHash: string, did: Did, version: number, now: number) =>
  appendEvents(sessionStream(sessionHash), version, [new AdminSessionUsed({ sessionHash, usedAt: now })], {
    actor: { type: "admin", id: did }
  }).pipe(Effect.catchTag("VersionConflict", () => Effect.void));

/**
 * Returns the session with a hash; none when it is unknown, has ended, or belongs to an account that is no longer an
 * admin.
 */
export const findSession = traced("findSession")(function* (sessionHash: string) {
  const none = Option.none<FoundSession>();
  const { state, version } = yield* loadAggregate(adminSessions, sessionStream(sessionHash));
  const now = yield* Clock.currentTimeMillis;
  if (!isValid(state, now)) return none;
  const { did, expiresAt, recovery, usedAt } = state;
  const admins = yield* currentAdmins;
  if (did === null) {
    const open = recovery || !admins.any;
    return open ? Option.some<FoundSession>({ _tag: "SetUp", sessionHash, recovery, expiresAt }) : none;
  }
  const role = admins.roleOf(did);
  if (role === null) return none;
  if (now >= usedAt + adminLifetimes.usedEvery) yield* recordUse(sessionHash, did, version, now);
  return Option.some<FoundSession>({ _tag: "Admin", sessionHash, did, role, expiresAt });
});

/** Returns the admin of a session; none for a session opened with a setup token. */
export const signedInAdmin = (found: FoundSession): Option.Option<Admin> =>
  found._tag === "Admin" ? Option.some({ did: found.did, role: found.role }) : Option.none();

/** Ends an admin session. Ending one that has ended changes nothing. */
export const signOutAdmin = traced("signOutAdmin")(function* (sessionHash: string) {
  yield* decide({
    aggregate: adminSessions,
    stream: sessionStream(sessionHash),
    metadata: (state) => ({ actor: { type: "admin", id: state._tag === "SignedIn" ? state.did : null } }),
    decide: (state) =>
      Effect.succeed({
        events: state._tag === "SignedIn" ? [new AdminSignedOut({ sessionHash })] : [],
        outcome: undefined
      })
  });
});
