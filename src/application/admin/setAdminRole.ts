import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { AdminRole } from "../../domain/administration/AdminRole.ts";
import * as decisions from "../../domain/administration/Admins.ts";
import { Did } from "../../domain/atproto/Did.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { admins } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { ConfiguredAdmins } from "./ConfiguredAdmins.ts";
import { adminsStream } from "./currentAdmins.ts";

/** Gives an admin, named by DID, another role. It applies from the next request on, in every process. */
export const setAdminRole = Effect.fn("setAdminRole")(function* (account: string, role: AdminRole, actor: Actor) {
  const configured = yield* ConfiguredAdmins;
  const did = yield* Either.mapLeft(
    Schema.decodeEither(Did)(account.trim()),
    () => new decisions.AdminUnchanged({ reason: "not-admin", did: account.slice(0, 253) })
  );
  yield* decide({
    aggregate: admins,
    stream: adminsStream,
    metadata: () => ({ actor, subjectDid: did }),
    decide: (state) =>
      Effect.map(decisions.changeRole(state, { did, role, configured }), (events) => ({ events, outcome: undefined }))
  });
  return did;
});
