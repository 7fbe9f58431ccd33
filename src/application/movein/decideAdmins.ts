import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { addAdminByOperator, evolveAdmins } from "../../domain/administration/Admins.ts";
import { Did } from "../../domain/atproto/Did.ts";
import { here, left, type MoveInRow, taken } from "../../domain/movein/MoveInRow.ts";
import { Subjects } from "../../domain/personal/Subjects.ts";
import { adminsStream } from "../admin/currentAdmins.ts";
import { admins as aggregate } from "../event/aggregates.ts";
import type { Append } from "../event/decideAcross.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { loadEvents } from "../event/loadEvents.ts";
import { operator } from "./operator.ts";

/** Returns the accounts that were removed as admins here, whether or not they became admins again. */
const removedAdmins = Effect.map(
  loadEvents(adminsStream),
  ({ events }) => new Set(events.flatMap((event) => (event._tag === "AdminRemoved.v1" ? [event.did] : [])))
);

const readDid = Schema.decodeEither(Did);

/**
 * Decides which admins of another instance become admins here. Each has an append of its own, because the envelope of an
 * event names one person.
 */
export const decideAdmins = Effect.fnUntraced(function* (others: ReadonlyArray<string>) {
  const { state, version } = yield* loadAggregate(aggregate, adminsStream);
  const removed = yield* removedAdmins;
  const dids = others.map((text) => ({ text, did: Either.getOrNull(readDid(text)) }));
  const erased = yield* (yield* Subjects).blocked(dids.flatMap(({ did }) => (did === null ? [] : [did])));
  const now = yield* Clock.currentTimeMillis;
  const rows: Array<MoveInRow> = [];
  const appends: Array<Append> = [];
  let admins = state;
  for (const { did, text } of dids) {
    const row = (outcome: MoveInRow["outcome"]) => void rows.push({ kind: "admin", id: text, outcome });
    if (did === null) row(left("invalid", "is not a DID"));
    else if (erased.has(did)) row(left("erased-here"));
    else if (removed.has(did) && !state.has(did)) row(left("removed-here"));
    else {
      // The accounts of ADMIN_DIDS are known to the service only; to be added as well harms none of them.
      const events = Either.getOrElse(addAdminByOperator(admins, { did, configured: [], now }), () => []);
      row(events.length === 0 ? here : taken());
      admins = events.reduce(evolveAdmins, admins);
      const before = version + appends.length;
      if (events.length > 0)
        appends.push({ stream: adminsStream, version: before, events, metadata: { actor: operator, subjectDid: did } });
    }
  }
  return { rows, appends };
});
