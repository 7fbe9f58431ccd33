import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { AdminSessionUsed, AdminSignedOut } from "../../domain/administration/AdministrationEvent.ts";
import { isValid } from "../../domain/administration/AdminSession.ts";
import { adminLifetimes } from "../../domain/administration/adminLifetimes.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { adminSessions } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { decide } from "../event/decide.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { currentAdmins } from "./currentAdmins.ts";

/** An admin who does something; `did` is null in what was recorded before everybody had to sign in with an account. */
export interface Admin {
  readonly did: Did | null;
}

/**
 * Who is signed in with an admin session, which is known by its hash. In `SetUp` somebody came with a set-up token, and may
 * do nothing but sign in with an account. `expiresAt` in Unix milliseconds.
 */
export type FoundSession = { readonly sessionHash: string; readonly expiresAt: number } & (
  | { readonly _tag: "SetUp"; readonly recovery: boolean }
  | { readonly _tag: "Admin"; readonly did: Did }
);

/** The hash that a session is known by. */
export const sessionHashOf = (session: Redacted.Redacted<string>): string => sha256Base64Url(Redacted.value(session));

export const sessionStream = (sessionHash: string) => streamName("admin-session", sessionHash);

/** Notes that a session is in use, unless that is known well enough. Two at once say the same. */
const recordUse = (sessionHash: string, did: Did, version: number, now: number) =>
  appendEvents(sessionStream(sessionHash), version, [new AdminSessionUsed({ sessionHash, usedAt: now })], {
    actor: { type: "admin", id: did }
  }).pipe(Effect.catchTag("VersionConflict", () => Effect.void));

/** Whose session is behind a hash; none when it is unknown, over, or of somebody who is no admin any more. */
export const findSession = Effect.fn("findSession")(function* (sessionHash: string) {
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
  if (!admins.includes(did)) return none;
  if (now >= usedAt + adminLifetimes.usedEvery) yield* recordUse(sessionHash, did, version, now);
  return Option.some<FoundSession>({ _tag: "Admin", sessionHash, did, expiresAt });
});

/** The admin of a session; none in one of a set-up token. */
export const signedInAdmin = (found: FoundSession): Option.Option<Admin> =>
  found._tag === "Admin" ? Option.some({ did: found.did }) : Option.none();

/** Ends an admin session, which may be one that is over. */
export const signOutAdmin = Effect.fn("signOutAdmin")(function* (sessionHash: string) {
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
