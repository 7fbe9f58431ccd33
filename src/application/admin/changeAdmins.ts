import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { AdministrationEvent } from "../../domain/administration/AdministrationEvent.ts";
import { type Admins, AdminUnchanged } from "../../domain/administration/Admins.ts";
import { Did } from "../../domain/atproto/Did.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { admins } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { adminsStream } from "./currentAdmins.ts";

/** A decision about one account by the admins that there are. */
type AdminDecision = (state: Admins) => Either.Either<ReadonlyArray<AdministrationEvent>, AdminUnchanged>;

/** Returns the DID of an admin who is named by it. No other text names an admin. */
export const readAdmin = (account: string): Either.Either<Did, AdminUnchanged> =>
  Either.mapLeft(
    Schema.decodeEither(Did)(account.trim()),
    () => new AdminUnchanged({ reason: "not-admin", did: account.slice(0, 253) })
  );

/** Appends what was decided about an account. `alongside` is stored in the same transaction. */
export const changeAdmins = <E = never, R = never>(
  did: Did,
  actor: Actor,
  decision: AdminDecision,
  alongside: Effect.Effect<void, E, R> = Effect.void
) =>
  decide({
    aggregate: admins,
    stream: adminsStream,
    metadata: () => ({ actor, subjectDid: did }),
    decide: (state) => Effect.map(decision(state), (events) => ({ events, outcome: undefined })),
    alongside: () => alongside
  });
