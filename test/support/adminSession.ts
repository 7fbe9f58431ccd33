import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { findSession, sessionHashOf, signedInAdmin } from "../../src/application/admin/adminSession.ts";
import { adminsStream, currentAdmins } from "../../src/application/admin/currentAdmins.ts";
import { openAdminSession } from "../../src/application/admin/openAdminSession.ts";
import { appendEvents } from "../../src/application/event/appendEvents.ts";
import { AdminAdded } from "../../src/domain/administration/AdministrationEvent.ts";
import type { Did } from "../../src/domain/atproto/Did.ts";

/** Makes an account an admin as if it had signed in, and gives the secret of its session. */
export const adminSession = (did: Did) =>
  Effect.gen(function* () {
    const { roleOf, version } = yield* currentAdmins;
    if (roleOf(did) === null) {
      const added = new AdminAdded({ did, how: "set-up", addedBy: null, addedAt: 0 });
      yield* appendEvents(adminsStream, version, [added], { actor: { type: "admin", id: did } });
    }
    return Redacted.value((yield* openAdminSession(did)).session);
  });

/** The admin who is signed in with a session; none for anybody else. */
export const findAdmin = (session: Redacted.Redacted<string>) =>
  Effect.map(findSession(sessionHashOf(session)), Option.flatMap(signedInAdmin));
