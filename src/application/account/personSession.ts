import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import type { Did } from "../../domain/atproto/Did.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { PersonSignedIn, PersonSignedOut } from "../../domain/person/PersonEvent.ts";
import { personSessionLifetime } from "../../domain/person/PersonSession.ts";
import { isErasedDid } from "../../domain/personal/erasedValue.ts";
import { personSessions } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { loadAggregate } from "../event/loadAggregate.ts";

type Session = Redacted.Redacted<string>;

const hashOf = (session: Session): string => sha256Base64Url(Redacted.value(session));

const streamOf = (sessionHash: string) => streamName("person-session", sessionHash);

/**
 * Returns the user of a session, read from the log so that it is the same in every process; none when the session is
 * unknown or has ended.
 */
export const findSignedInUser = traced("findSignedInUser")(function* (session: Session) {
  const { state } = yield* loadAggregate(personSessions, streamOf(hashOf(session)));
  const isValid =
    state._tag === "SignedIn" && !isErasedDid(state.did) && (yield* Clock.currentTimeMillis) < state.expiresAt;
  return isValid ? Option.some(state.did) : Option.none();
});

/** Opens a session with a secret of its own; `maxAge` in milliseconds. */
export const openAccountSession = Effect.fnUntraced(function* (did: Did) {
  const session = Redacted.make(`account_${yield* randomText(32)}`);
  const sessionHash = hashOf(session);
  const expiresAt = (yield* Clock.currentTimeMillis) + personSessionLifetime;
  yield* appendEvents(streamOf(sessionHash), 0, [new PersonSignedIn({ sessionHash, did, expiresAt })], {
    actor: { type: "user", id: did },
    subjectDid: did
  }).pipe(Effect.catchTag("VersionConflict", Effect.die));
  return { session, maxAge: personSessionLifetime };
});

/** Ends a session. Ending one that has ended changes nothing, and concurrent calls have the same result. */
export const signOutUser = traced("signOutUser")(function* (session: Session) {
  const sessionHash = hashOf(session);
  const { state, version } = yield* loadAggregate(personSessions, streamOf(sessionHash));
  if (state._tag !== "SignedIn") return;
  yield* appendEvents(streamOf(sessionHash), version, [new PersonSignedOut({ sessionHash })], {
    actor: { type: "user", id: state.did },
    subjectDid: state.did
  }).pipe(Effect.catchTag("VersionConflict", () => Effect.void));
});
