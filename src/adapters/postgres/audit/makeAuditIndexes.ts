import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import { besideTraffic, type RunAlone } from "../record/besideTraffic.ts";
import { auditIndexes, type LogIndex } from "./auditIndexes.ts";

interface FoundIndex {
  readonly name: string;
  readonly valid: boolean;
}

const foundIndexes = `select c.relname as name, i.indisvalid as valid from pg_index i
  join pg_class c on c.oid = i.indexrelid where i.indrelid = 'tidemark.events'::regclass`;

const missing = (found: ReadonlyArray<FoundIndex>): ReadonlyArray<LogIndex> =>
  auditIndexes.filter(({ name }) => !found.some((index) => index.name === name && index.valid));

/** One that was broken off while it was made is there, not valid, and in the way. */
const make = (run: RunAlone, { name, on }: LogIndex) =>
  Effect.zipRight(
    run(`drop index concurrently if exists tidemark.${name}`),
    run(`create index concurrently ${name} on tidemark.events ${on}`)
  );

const makeMissing = (run: RunAlone) =>
  Effect.gen(function* () {
    const wanted = missing(yield* run<FoundIndex>(foundIndexes));
    yield* Effect.forEach(wanted, (index) => make(run, index), { discard: true });
    // What few events have in common is known to the planner only once somebody has counted.
    if (wanted.length > 0) yield* run("analyze tidemark.events");
  });

/**
 * Makes the indexes of the history that a log lacks which was large before there were any, while appends go on. One
 * process does; the others wait. Needs the connection of the log's owner. Who is interrupted does not wait for an index
 * that is being made: the next start drops it and makes it anew.
 */
export const makeAuditIndexes: Effect.Effect<void, SqlError, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  if (missing(yield* sql.unsafe<FoundIndex>(foundIndexes)).length === 0) return;
  yield* Effect.logInfo("Indexing the event log by what the history is filtered by; filters are slow until it is done");
  yield* Effect.forkDaemon(besideTraffic(makeMissing)).pipe(
    Effect.flatMap(Fiber.join),
    Effect.repeat({ until: Option.isSome, schedule: Schedule.spaced("1 second") })
  );
  yield* Effect.logInfo("The event log is indexed");
});
