import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import * as decisions from "../../domain/administration/Admins.ts";
import { Did } from "../../domain/atproto/Did.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { admins } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { ConfiguredAdmins } from "./ConfiguredAdmins.ts";
import { adminsStream } from "./currentAdmins.ts";

/** Removes an admin. The admin's sessions are rejected from the next request on, in every process. */
export const removeAdmin = Effect.fn("removeAdmin")(function* (account: string, actor: Actor) {
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
      Effect.map(decisions.removeAdmin(state, { did, configured }), (events) => ({ events, outcome: undefined }))
  });
});
