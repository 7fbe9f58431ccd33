import { randomBytes } from "node:crypto";
import type { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { assignVersions, type VersionedEvent } from "../../../domain/event/assignVersions.ts";
import type { NewEvent, RecordedEvent } from "../../../domain/event/Envelope.ts";
import { VersionConflict } from "../../../domain/event/EventLog.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { saltLength } from "../../../domain/personal/commitment.ts";
import { committedForm } from "../../../domain/personal/committedForm.ts";
import { valueAt } from "../../../domain/personal/jsonPointer.ts";
import { partsByOwner } from "../../../domain/personal/storedParts.ts";
import { lookupKeys } from "../../../domain/projection/lookups.ts";
import { type PersonalColumn, personalColumn } from "../personal/personalColumn.ts";
import type { SubjectKeySealed, SubjectKeys } from "../personal/SubjectKeys.ts";
import { groupChanges } from "../projections/groupChanges.ts";

/** An append of one caller. */
export interface Append {
  readonly stream: StreamName;
  readonly expectedVersion: number;
  readonly events: ReadonlyArray<NewEvent>;
}

type AppendOutcome = Either.Either<ReadonlyArray<RecordedEvent>, VersionConflict>;

interface Appended {
  readonly head: number;
  readonly actual: ReadonlyArray<number> | null;
  /** One of the persons was erased meanwhile, and nothing was appended. */
  readonly missing: boolean;
}

const outcomes = (
  appends: ReadonlyArray<Append>,
  placed: ReadonlyArray<ReadonlyArray<VersionedEvent>>,
  { head, actual }: Appended
): ReadonlyArray<AppendOutcome> => {
  let position = head;
  return appends.map(({ stream, expectedVersion: expected }, index) => {
    const found = actual?.[index] ?? 0;
    if (found !== expected) return Either.left(new VersionConflict({ stream, expected, actual: found }));
    return Either.right(
      (placed[index] ?? []).map((event) => {
        position += 1;
        return { ...event, position };
      })
    );
  });
};

const freshSalt = (): Uint8Array => randomBytes(saltLength);

/** The columns of an event that hold personal values. */
interface Row {
  readonly subjectDid: string | null;
  readonly actorId: string | null;
  readonly data: string;
  readonly personal: PersonalColumn | null;
}

/** A text column holds the JSON of the commitment that the leaf has in its place. */
const columnAt = ({ personal = [] }: VersionedEvent, pointer: string, clear: string | null): string | null => {
  const part = personal.find(({ pointers }) => pointers.includes(pointer));
  return part === undefined ? clear : JSON.stringify({ commitment: part.commitment });
};

const committedData = ({ data, personal = [] }: VersionedEvent): unknown =>
  personal.length === 0 ? data : valueAt(committedForm({ data }, personal), "/data");

const personChanged = new SqlError({
  message: "Persons were erased while their events were being appended",
  cause: null
});

const appendPlaced = Effect.fnUntraced(function* (
  sql: SqlClient,
  keys: SubjectKeys["Type"],
  appends: ReadonlyArray<Append>,
  placed: ReadonlyArray<ReadonlyArray<VersionedEvent>>
) {
  const events = placed.flat();
  const indexes = placed.flatMap((list, index) => list.map(() => index + 1));
  const lookups = events.flatMap((event, at) =>
    lookupKeys(event).map((found) => ({ ...found, stream: event.stream, append: indexes[at] }))
  );
  const changes = groupChanges(events, indexes);
  const owned = events.map(partsByOwner);
  const subjects = yield* keys.ofDids(new Set(owned.flatMap((parts) => [...parts.keys()])));
  const rows = events.map(
    (event, at): Row => ({
      subjectDid: columnAt(event, "/subjectDid", event.subjectDid),
      actorId: columnAt(event, "/actor/id", event.actor.id),
      data: JSON.stringify(committedData(event)),
      personal: personalColumn(event, owned[at] ?? new Map(), keys.cipher, subjects)
    })
  );
  const each = <A>(column: (event: VersionedEvent) => A): ReadonlyArray<A> => events.map(column);
  const [row] = yield* sql<Appended>`
      select head, actual_versions as actual, missing from tidemark.append_personal(
        ${appends.map(({ stream }) => stream)}, ${appends.map(({ expectedVersion }) => expectedVersion)},
        ${indexes}, ${each((e) => e.stream)}, ${each((e) => e.version)}, ${each((e) => e.id)}, ${each((e) => e.type)},
        ${each((e) => e.occurredAt)}, ${each((e) => e.recordedAt)}, ${each((e) => e.actor.type)},
        ${rows.map(({ actorId }) => actorId)}, ${each((e) => e.clientId)}, ${each((e) => e.authorizationId)},
        ${rows.map(({ subjectDid }) => subjectDid)}, ${each((e) => e.requestId)}, ${each((e) => e.causationId)},
        ${each((e) => e.correlationId)}, ${each((e) => e.outcome)}, ${each((e) => e.reason)},
        ${rows.map(({ data }) => data)}, ${each((e) => e.leafHash)},
        ${rows.map(({ personal }) => (personal === null ? null : JSON.stringify(personal)))},
        ${[...subjects.values()].map(({ id }) => id)},
        ${lookups.map(({ append }) => append)}, ${lookups.map(({ kind }) => kind)},
        ${lookups.map(({ key }) => key)}, ${lookups.map(({ stream }) => stream)},
        ${changes.names}, ${changes.ends}, ${changes.details}, ${changes.keys}, ${changes.appends})`;
  return row ?? { head: 0, actual: [], missing: false };
});

/**
 * Appends to several streams in one round trip and one transaction, with what the events change in the stored
 * projections. Each append is decided by itself, in order. No stream may come twice. The head of the log stays locked to the end of the transaction.
 */
export const appendBatch: (
  sql: SqlClient,
  keys: SubjectKeys["Type"],
  appends: ReadonlyArray<Append>
) => Effect.Effect<ReadonlyArray<AppendOutcome>, SqlError | SubjectKeySealed> = Effect.fnUntraced(
  function* (sql, keys, appends) {
    const recordedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
    const placed = appends.map((append) =>
      assignVersions(append.stream, append.expectedVersion, append.events, recordedAt, freshSalt)
    );
    const appended = yield* appendPlaced(sql, keys, appends, placed);
    if (!appended.missing) return outcomes(appends, placed, appended);
    // An erased person whom events are about again is another person for the log.
    yield* keys.forget;
    const again = yield* appendPlaced(sql, keys, appends, placed);
    return again.missing ? yield* personChanged : outcomes(appends, placed, again);
  }
);
