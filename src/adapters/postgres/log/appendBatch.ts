import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { assignVersions, type VersionedEvent } from "../../../domain/event/assignVersions.ts";
import type { NewEvent, RecordedEvent } from "../../../domain/event/Envelope.ts";
import { VersionConflict } from "../../../domain/event/EventLog.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { lookupKeys } from "../../../domain/projection/lookups.ts";
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
  readonly actual: ReadonlyArray<number>;
}

const outcomes = (
  appends: ReadonlyArray<Append>,
  placed: ReadonlyArray<ReadonlyArray<VersionedEvent>>,
  { head, actual }: Appended
): ReadonlyArray<AppendOutcome> => {
  let position = head;
  return appends.map(({ stream, expectedVersion: expected }, index) => {
    const found = actual[index] ?? 0;
    if (found !== expected) return Either.left(new VersionConflict({ stream, expected, actual: found }));
    return Either.right(
      (placed[index] ?? []).map((event) => {
        position += 1;
        return { ...event, position };
      })
    );
  });
};

/**
 * Appends to several streams in one round trip and one transaction, with what the events change in the stored
 * projections. Each append is decided by itself, in order. No stream may come twice. The head of the log stays locked to the end of the transaction.
 */
export const appendBatch: (
  sql: SqlClient,
  appends: ReadonlyArray<Append>
) => Effect.Effect<ReadonlyArray<AppendOutcome>, SqlError> = Effect.fnUntraced(function* (sql, appends) {
  const recordedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
  const placed = appends.map((append) =>
    assignVersions(append.stream, append.expectedVersion, append.events, recordedAt)
  );
  const events = placed.flat();
  const indexes = placed.flatMap((list, index) => list.map(() => index + 1));
  const lookups = events.flatMap((event, at) =>
    lookupKeys(event).map((found) => ({ ...found, stream: event.stream, append: indexes[at] }))
  );
  const changes = groupChanges(events, indexes);
  const each = <A>(column: (event: VersionedEvent) => A): ReadonlyArray<A> => events.map(column);
  const [row] = yield* sql<Appended>`
      select head, actual_versions as actual from tidemark.append_events(
        ${appends.map(({ stream }) => stream)}, ${appends.map(({ expectedVersion }) => expectedVersion)},
        ${indexes}, ${each((e) => e.stream)}, ${each((e) => e.version)}, ${each((e) => e.id)}, ${each((e) => e.type)},
        ${each((e) => e.occurredAt)}, ${each((e) => e.recordedAt)}, ${each((e) => e.actor.type)},
        ${each((e) => e.actor.id)}, ${each((e) => e.clientId)}, ${each((e) => e.authorizationId)},
        ${each((e) => e.subjectDid)}, ${each((e) => e.requestId)}, ${each((e) => e.causationId)},
        ${each((e) => e.correlationId)}, ${each((e) => e.outcome)}, ${each((e) => e.reason)},
        ${each((e) => JSON.stringify(e.data))}, ${each((e) => e.leafHash)},
        ${lookups.map(({ append }) => append)}, ${lookups.map(({ kind }) => kind)},
        ${lookups.map(({ key }) => key)}, ${lookups.map(({ stream }) => stream)},
        ${changes.names}, ${changes.ends}, ${changes.details}, ${changes.keys}, ${changes.appends})`;
  return outcomes(appends, placed, row ?? { head: 0, actual: [] });
});
