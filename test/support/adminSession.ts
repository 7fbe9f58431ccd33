import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { adminsStream, currentAdmins } from "../../src/application/administer/currentAdmins.ts";
import { openAdminSession } from "../../src/application/administer/openAdminSession.ts";
import { appendEvents } from "../../src/application/event/appendEvents.ts";
import { AdminAdded } from "../../src/domain/administration/AdministrationEvent.ts";
import type { Did } from "../../src/domain/atproto/Did.ts";

/** Makes an account an admin as if it had signed in, and gives the secret of its session. */
export const adminSession = (did: Did) =>
  Effect.gen(function* () {
    const { includes, version } = yield* currentAdmins;
    if (!includes(did)) {
      const added = new AdminAdded({ did, how: "set-up", addedBy: null, addedAt: 0 });
      yield* appendEvents(adminsStream, version, [added], { actor: { type: "admin", id: did } });
    }
    return Redacted.value((yield* openAdminSession(did)).session);
  });
