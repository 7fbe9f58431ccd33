import type { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { replayHash } from "../../../domain/dpop/replayHash.ts";
import { assignVersions, type PreparedEvent } from "../../../domain/event/assignVersions.ts";
import type { CommittedMembers } from "../../../domain/event/committedMembers.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { VersionConflict } from "../../../domain/event/EventLog.ts";
import { AlreadyUsed, IdentityUnknown, type UnitOfWork } from "../../../domain/event/UnitOfWork.ts";
import type { CommitmentSource } from "../../../domain/personal/personalParts.ts";
import { lookupKeys } from "../../../domain/projection/lookups.ts";
import { databaseError } from "../connection/failureReason.ts";
import { personalColumn } from "../personal/personalColumn.ts";
import type { SubjectKeySealed, SubjectKeys } from "../personal/SubjectKeys.ts";
import { groupChanges } from "../projections/groupChanges.ts";
import { sealedColumns } from "./sealedColumns.ts";
import { whenKnown } from "./whenKnown.ts";

/** The outcome of one unit of work in a batch. */
export type CommitOutcome = Either.Either<
  ReadonlyArray<RecordedEvent>,
  AlreadyUsed | IdentityUnknown | VersionConflict
>;

interface Committed {
  readonly head: number;
  readonly actual: ReadonlyArray<number> | null;
  /** The places of the uses that were used before, from 1. */
  readonly used: ReadonlyArray<number> | null;
  /** One of the persons was erased meanwhile, and nothing was committed. */
  readonly missing: boolean;
}

/** The prepared events of each append of each unit. */
type Placed = ReadonlyArray<ReadonlyArray<ReadonlyArray<PreparedEvent>>>;

const outcomes = (
  units: ReadonlyArray<UnitOfWork>,
  placed: Placed,
  { actual, head, used }: Committed
): ReadonlyArray<CommitOutcome> => {
  const usedPlaces = new Set(used);
  let [position, appendAt, useAt] = [head, 0, 0];
  return units.map(({ appends, uses }, index) => {
    const [firstAppend, firstUse] = [appendAt, useAt];
    appendAt += appends.length;
    useAt += uses.length;
    const again = uses.findIndex((_, at) => usedPlaces.has(firstUse + at + 1));
    if (again !== -1) return Either.left(new AlreadyUsed({ index: again }));
    for (const [at, { expectedVersion: expected, stream }] of appends.entries()) {
      const found = actual?.[firstAppend + at] ?? 0;
      if (found !== expected) return Either.left(new VersionConflict({ stream, expected, actual: found }));
    }
    return Either.right(
      (placed[index] ?? []).flat().map(({ event }) => {
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

/** What commits need besides the database. */
export interface CommitSources {
  readonly keys: SubjectKeys["Type"];
  readonly commitments: CommitmentSource;
}

/** The number of the unit, from 1, for each member of a list that units have. */
const unitsOf = (
  units: ReadonlyArray<UnitOfWork>,
  members: (unit: UnitOfWork) => ReadonlyArray<unknown>
): ReadonlyArray<number> => units.flatMap((unit, index) => members(unit).map(() => index + 1));

const commitPlaced = Effect.fnUntraced(function* (
  sql: SqlClient,
  keys: SubjectKeys["Type"],
  units: ReadonlyArray<UnitOfWork>,
  placed: Placed,
  now: number
) {
  const appends = units.flatMap((unit) => unit.appends);
  const prepared = placed.flat(2);
  const events = prepared.map(({ event }) => event);
  const indexes = placed.flat().flatMap((list, index) => list.map(() => index + 1));
  const lookups = events.flatMap((event, at) =>
    lookupKeys(event).map((found) => ({ ...found, stream: event.stream, append: indexes[at] }))
  );
  const changes = groupChanges(events, indexes);
  const uses = units.flatMap((unit) => unit.uses);
  const secrets = sealedColumns(units.flatMap((unit) => unit.secrets));
  const identities = units.flatMap((unit) => unit.identities ?? []);
  const subjects = yield* keys.ofDids(new Set(prepared.flatMap(({ owned }) => owned.map(({ owner }) => owner))));
  const personals = prepared.map((each) => personalColumn(each, keys.cipher, subjects));
  const call = sql`tidemark.commit_units(
        ${appends.map(({ stream }) => stream)}, ${appends.map(({ expectedVersion }) => expectedVersion)},
        ${unitsOf(units, (unit) => unit.appends)},
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
        ${changes.names}, ${changes.ends}, ${changes.details}, ${changes.keys}, ${changes.appends},
        ${unitsOf(units, (unit) => unit.uses)}, ${uses.map(({ id, scope }) => replayHash(scope, id))}, ${uses.map(({ expiresAt }) => expiresAt)},
        ${identities.length === 0 ? sql`${now}` : sql.literal("known.now")},
        ${unitsOf(units, (unit) => unit.secrets)}, ${secrets.rows}, ${secrets.keyIds}, ${secrets.sealed},
        ${secrets.ends})`;
  const [row] = yield* sql<Committed>`
    ${identities.length === 0 ? sql.literal("") : sql`with ${whenKnown(sql, identities, now)}`}
    select head, actual_versions as actual, used, missing
    from ${identities.length === 0 ? call : sql`known cross join lateral ${call}`}`;
  return row ?? null;
});

const serializationFailure = "40001";

/** A single use that is not part of a unit of work was committed while the batch was. */
const wasOvertaken = (error: unknown): boolean => databaseError(error)?.code === serializationFailure;

/**
 * Commits units of work in one round trip and one transaction, with what the events change in the stored projections. Each
 * unit is decided by itself, in order. No stream and no single use may come twice. The head of the log stays locked to the
 * end of the transaction.
 */
export const commitBatch: (
  sql: SqlClient,
  sources: CommitSources,
  units: ReadonlyArray<UnitOfWork>
) => Effect.Effect<ReadonlyArray<CommitOutcome>, SqlError | SubjectKeySealed> = Effect.fnUntraced(function* (
  sql,
  { commitments, keys },
  units
) {
  const now = yield* Clock.currentTimeMillis;
  const recordedAt = new Date(now).toISOString();
  const placed = units.map(({ appends }) =>
    appends.map(({ events, expectedVersion, stream }) =>
      assignVersions(stream, expectedVersion, events, recordedAt, commitments)
    )
  );
  const commit = Effect.retry(commitPlaced(sql, keys, units, placed, now), { while: wasOvertaken, times: 1 });
  let committed = yield* commit;
  if (committed?.missing === true) {
    // An erased person whom events are about again is another person for the log.
    yield* keys.forget;
    committed = yield* commit;
  }
  if (committed?.missing === true) return yield* personChanged;
  if (committed !== null) return outcomes(units, placed, committed);
  // One of several units requires an identity that is not known.
  return units.length === 1
    ? [Either.left(new IdentityUnknown())]
    : (yield* Effect.forEach(units, (unit) => commitBatch(sql, { commitments, keys }, [unit]))).flat();
});
