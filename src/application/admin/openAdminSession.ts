import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { AdminSignedIn } from "../../domain/administration/AdministrationEvent.ts";
import { adminLifetimes } from "../../domain/administration/adminLifetimes.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { appendEvents } from "../event/appendEvents.ts";
import type { OpenedSession } from "../login/identity/OpenedSession.ts";
import { sessionHashOf, sessionStream } from "./adminSession.ts";

/** Opens a session with a secret of its own: for an admin or, with `did` null, for the holder of a setup token. */
export const openAdminSession = Effect.fnUntraced(function* (did: Did | null, recovery = false) {
  const session = Redacted.make(`admin_${yield* randomText(32)}`);
  const maxAge = did === null ? adminLifetimes.setUp : adminLifetimes.session;
  const signedInAt = yield* Clock.currentTimeMillis;
  const sessionHash = sessionHashOf(session);
  const event = new AdminSignedIn({
    sessionHash,
    did,
    signedInAt,
    expiresAt: signedInAt + maxAge,
    ...(recovery && { recovery: true })
  });
  yield* appendEvents(sessionStream(sessionHash), 0, [event], {
    actor: { type: "admin", id: did },
    subjectDid: did
  }).pipe(Effect.catchTag("VersionConflict", Effect.die));
  return { session, maxAge } satisfies OpenedSession;
});
