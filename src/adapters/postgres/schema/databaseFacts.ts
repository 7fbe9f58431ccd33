import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { WalArchiving } from "../../../domain/health/WalArchiving.ts";
import { type SchemaState, schemaState } from "../Migrations.ts";
import { availableAppRole } from "./appRole.ts";
import { type OpenTransaction, oldestTransaction } from "./openTransaction.ts";
import { walArchiving } from "./walArchiving.ts";

/** The transparency log of a database. */
export interface SealingFacts {
  /** The size of the latest checkpoint, and that of the log. */
  readonly sealed: number;
  readonly head: number;
  /** How long the oldest event without a checkpoint has waited, in seconds; 0 if there is none. */
  readonly waitedSeconds: number;
}

/** What `tidemark doctor` needs to know about a database. Reading it changes nothing. */
export interface DatabaseFacts {
  readonly version: string;
  readonly majorVersion: number;
  readonly encoding: string;
  readonly user: string;
  /** Whether the user may create schemas, or owns the existing ones. */
  readonly mayMigrate: boolean;
  /** Whether temporary tables may be created. */
  readonly mayCompare: boolean;
  /** The role that a service acts as; null if it acts as the user. */
  readonly role: string | null;
  readonly schema: SchemaState;
  /** The number of milliseconds by which the clock of the database is ahead of the clock of this machine. */
  readonly ahead: number;
  /** The number of active Lexicons. */
  readonly lexicons: number;
  readonly admins: number;
  /** How far the checkpoints of the log are behind it; null before the migration that adds them. */
  readonly sealing: SealingFacts | null;
  readonly oldestTransaction: OpenTransaction | null;
  /** Null if the server does not archive its write-ahead log. */
  readonly archiving: WalArchiving | null;
  /** Whether there is a setup token that is valid and unused. */
  readonly setupTokenWaits: boolean;
}

interface ServerRow extends Pick<DatabaseFacts, "version" | "encoding" | "user" | "mayMigrate" | "mayCompare"> {
  readonly majorVersion: number;
}

const server = Effect.gen(function* () {
  const sql = yield* SqlClient;
  return yield* sql<ServerRow>`
    select current_setting('server_version') as version, session_user::text as user,
      current_setting('server_version_num')::int / 10000 as "majorVersion",
      current_setting('server_encoding') as encoding,
      has_database_privilege(current_database(), 'temporary') as "mayCompare",
      coalesce((select bool_and(pg_has_role(nspowner, 'usage')) from pg_namespace where nspname = 'tidemark'),
        has_database_privilege(current_database(), 'create')) as "mayMigrate"`;
});

const ahead = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const before = yield* Clock.currentTimeMillis;
  const [row] = yield* sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  const after = yield* Clock.currentTimeMillis;
  return Math.round((row?.now ?? before) - (before + after) / 2);
  // In a service, the clock may be corrected by this very difference.
}).pipe(Effect.withClock(Clock.make()));

type Contents = Pick<DatabaseFacts, "lexicons" | "admins" | "setupTokenWaits">;

const empty: Contents = { lexicons: 0, admins: 0, setupTokenWaits: false };

const contents = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const now = yield* Clock.currentTimeMillis;
  const [row] = yield* sql<Contents>`
    with admins as (
      select e.type, e.version, coalesce(
        (select s.did from tidemark.subjects s where s.id = e.personal->>'subject'), e.personal->>'subject', e.data->>'did'
      ) as person
      from tidemark.events e where e.stream = 'admins')
    select coalesce((select json_array_length(data->'ids') from tidemark.events
        where stream = 'lexicons' and type = 'LexiconsImported.v1' order by version desc limit 1), 0)::int as lexicons,
      (select count(distinct added.person) filter (where type in ('AdminAdded.v1', 'AdminAddedByOperator.v1') and not exists (
          select from admins removed where removed.type = 'AdminRemoved.v1'
            and removed.person = added.person and removed.version > added.version))
        from admins added)::int as admins,
      exists (select from tidemark.events issued where type = 'SetupTokenIssued.v1'
        and (data->>'expiresAt')::float8 > ${now} and not exists (
          select from tidemark.events used where used.stream = issued.stream and used.type = 'SetupTokenUsed.v1'))
        as "setupTokenWaits"`;
  return row ?? empty;
});

const sealingFacts = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [row] = yield* sql<SealingFacts>`
    select c.size as sealed, h.position as head,
      coalesce((select extract(epoch from clock_timestamp() - e.recorded_at::timestamptz)::float8
        from tidemark.events e where e.position = c.size + 1), 0) as "waitedSeconds"
    from tidemark.log_head h, (select coalesce(max(size), 0) as size from tidemark.log_checkpoints) as c`;
  return row ?? null;
});

/** Reads the facts about a database, as far as its user can see them. */
export const databaseFacts: Effect.Effect<DatabaseFacts, SqlError, SqlClient> = Effect.gen(function* () {
  const [row] = yield* server;
  if (row === undefined) return yield* Effect.dieMessage("The database returned no row");
  const schema = yield* schemaState;
  const isThere = schema.applied.some(({ id }) => id === 1);
  const found = isThere ? yield* contents : empty;
  const sealing = schema.applied.some(({ id }) => id === 400) ? yield* sealingFacts : null;
  const role = isThere ? Option.getOrNull(yield* availableAppRole) : null;
  return {
    ...row,
    ...found,
    sealing,
    schema,
    role,
    oldestTransaction: yield* oldestTransaction,
    archiving: yield* walArchiving,
    ahead: yield* ahead
  };
});
