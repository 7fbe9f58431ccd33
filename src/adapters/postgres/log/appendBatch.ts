import type { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { assignVersions, type PreparedEvent } from "../../../domain/event/assignVersions.ts";
import type { CommittedMembers } from "../../../domain/event/committedMembers.ts";
import type { NewEvent, RecordedEvent } from "../../../domain/event/Envelope.ts";
import { VersionConflict } from "../../../domain/event/EventLog.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import type { CommitmentSource } from "../../../domain/personal/personalParts.ts";
import { lookupKeys } from "../../../domain/projection/lookups.ts";
import { personalColumn } from "../personal/personalColumn.ts";
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
  placed: ReadonlyArray<ReadonlyArray<PreparedEvent>>,
  { head, actual }: Appended
): ReadonlyArray<AppendOutcome> => {
  let position = head;
  return appends.map(({ stream, expectedVersion: expected }, index) => {
    const found = actual?.[index] ?? 0;
    if (found !== expected) return Either.left(new VersionConflict({ stream, expected, actual: found }));
    return Either.right(
      (placed[index] ?? []).map(({ event }) => {
        position += 1;
        return { ...event, position };
      })
    );
  });
};

/** A text column holds the JSON of the commitment that the leaf has in its place. */
const columnOf = (member: CommittedMembers["actorId"]): string | null =>
  member === null || typeof member === "string" ? member : JSON.stringify(member);

const personChanged = new SqlError({
  message: "Persons were erased while their events were being appended",
  cause: null
});

/** What appends need besides the database. */
export interface AppendSources {
  readonly keys: SubjectKeys["Type"];
  readonly commitments: CommitmentSource;
}

const appendPlaced = Effect.fnUntraced(function* (
  sql: SqlClient,
  keys: SubjectKeys["Type"],
  appends: ReadonlyArray<Append>,
  placed: ReadonlyArray<ReadonlyArray<PreparedEvent>>
) {
  const prepared = placed.flat();
  const events = prepared.map(({ event }) => event);
  const indexes = placed.flatMap((list, index) => list.map(() => index + 1));
  const lookups = events.flatMap((event, at) =>
    lookupKeys(event).map((found) => ({ ...found, stream: event.stream, append: indexes[at] }))
  );
  const changes = groupChanges(events, indexes);
  const subjects = yield* keys.ofDids(new Set(prepared.flatMap(({ owned }) => owned.map(({ owner }) => owner))));
  const personals = prepared.map((each) => personalColumn(each, keys.cipher, subjects));
  const [row] = yield* sql<Appended>`
      select head, actual_versions as actual, missing from tidemark.append_personal(
        ${appends.map(({ stream }) => stream)}, ${appends.map(({ expectedVersion }) => expectedVersion)},
        ${indexes}, ${events.map((e) => e.stream)}, ${events.map((e) => e.version)}, ${events.map((e) => e.id)},
        ${events.map((e) => e.type)}, ${events.map((e) => e.occurredAt)}, ${events.map((e) => e.recordedAt)},
        ${events.map((e) => e.actor.type)}, ${prepared.map(({ committed }) => columnOf(committed.actorId))},
        ${events.map((e) => e.clientId)}, ${events.map((e) => e.authorizationId)},
        ${prepared.map(({ committed }) => columnOf(committed.subjectDid))}, ${events.map((e) => e.requestId)},
        ${events.map((e) => e.causationId)}, ${events.map((e) => e.correlationId)}, ${events.map((e) => e.outcome)},
        ${events.map((e) => e.reason)}, ${prepared.map(({ committed }) => JSON.stringify(committed.data))},
        ${events.map((e) => e.leafHash)},
        ${personals.map((personal) => (personal === null ? null : JSON.stringify(personal)))},
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
  sources: AppendSources,
  appends: ReadonlyArray<Append>
) => Effect.Effect<ReadonlyArray<AppendOutcome>, SqlError | SubjectKeySealed> = Effect.fnUntraced(function* (
  sql,
  { commitments, keys },
  appends
) {
  const recordedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
  const placed = appends.map((append) =>
    assignVersions(append.stream, append.expectedVersion, append.events, recordedAt, commitments)
  );
  const appended = yield* appendPlaced(sql, keys, appends, placed);
  if (!appended.missing) return outcomes(appends, placed, appended);
  // An erased person whom events are about again is another person for the log.
  yield* keys.forget;
  const again = yield* appendPlaced(sql, keys, appends, placed);
  return again.missing ? yield* personChanged : outcomes(appends, placed, again);
});
