import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { traced } from "../../domain/failure/traced.ts";
import { sql as log } from "./migrations/0001_log.ts";
import { sql as stores } from "./migrations/0002_stores.ts";
import { sql as records } from "./migrations/0100_records.ts";
import { sql as fieldUsage } from "./migrations/0101_field_usage.ts";
import { sql as actorPds } from "./migrations/0110_actor_pds.ts";
import { sql as writes } from "./migrations/0111_writes.ts";
import { sql as authorizationOwners } from "./migrations/0120_authorization_owners.ts";
import { sql as pendingRevocations } from "./migrations/0130_owed_revocations.ts";
import { sql as serverNonces } from "./migrations/0131_server_nonces.ts";
import { sql as dueRepositories } from "./migrations/0140_due_repositories.ts";
import { sql as grantedAuthorizations } from "./migrations/0150_authorizations.ts";
import { sql as indexReset } from "./migrations/0151_index_reset.ts";
import { sql as audit } from "./migrations/0160_audit.ts";
import { sql as registryReports } from "./migrations/0170_registry_reports.ts";
import { sql as unredeemedCodes } from "./migrations/0180_unredeemed_codes.ts";
import { sql as lastingEvents } from "./migrations/0190_lasting_events.ts";
import { sql as vaultKeys } from "./migrations/0230_vault_keys.ts";
import { sql as skippedRecords } from "./migrations/0260_skipped_records.ts";
import { sql as storedProjections } from "./migrations/0270_stored_projections.ts";
import { sql as recordTemplate } from "./migrations/0290_record_template.ts";
import { sql as networkEvents } from "./migrations/0300_network_events.ts";
import { sql as hiddenAccounts } from "./migrations/0310_hidden_accounts.ts";
import { sql as liveSync } from "./migrations/0320_live_sync.ts";
import { sql as dueRequests } from "./migrations/0330_due_requests.ts";
import { sql as backfills } from "./migrations/0331_backfills.ts";
import { sql as skippedLetters } from "./migrations/0332_skipped_records.ts";
import { sql as letterRetries } from "./migrations/0333_letter_retries.ts";
import { sql as syncReports } from "./migrations/0340_sync_reports.ts";
import { sql as recordValidations } from "./migrations/0350_record_validations.ts";
import { sql as transparency } from "./migrations/0400_transparency.ts";
import { sql as witnesses } from "./migrations/0410_witnesses.ts";
import { sql as subjects } from "./migrations/0420_subjects.ts";
import { sql as readModelSnapshots } from "./migrations/0430_read_model_snapshots.ts";
import { sql as auditEntryTerms } from "./migrations/0440_audit_entry_terms.ts";
import { sql as addressKeys } from "./migrations/0450_address_keys.ts";
import { sql as abandonedRebuilds } from "./migrations/0451_abandoned_rebuilds.ts";
import { sql as archivedEvents } from "./migrations/0460_archived_events.ts";
import { sql as recordChanges } from "./migrations/0500_record_changes.ts";
import { sql as labels } from "./migrations/0510_labels.ts";
import { sql as labelers } from "./migrations/0515_labelers.ts";
import { sql as reports } from "./migrations/0520_reports.ts";
import { sql as accountReferences } from "./migrations/0530_account_references.ts";
import { sql as search } from "./migrations/0540_search.ts";
import { sql as adminReads } from "./migrations/0560_admin_reads.ts";
import { sql as clientSecretUses } from "./migrations/0580_client_secret_uses.ts";
import { sql as processReports } from "./migrations/0600_process_reports.ts";
import { sql as webhook } from "./migrations/0610_webhook.ts";
import { sql as unitsOfWork } from "./migrations/0620_units_of_work.ts";
import { sql as recordCounts } from "./migrations/0630_record_counts.ts";
import { grantAppRole } from "./schema/appRole.ts";
import { requireSupported } from "./schema/requireSupported.ts";

/** The migrations in order. Each is applied once. A new one is added at the end, with the number of its file. */
const migrations: ReadonlyArray<Migration> = [
  { id: 1, name: "log", sql: log },
  { id: 2, name: "stores", sql: stores },
  { id: 100, name: "records", sql: records },
  { id: 101, name: "field usage", sql: fieldUsage },
  { id: 110, name: "actor pds", sql: actorPds },
  { id: 111, name: "writes", sql: writes },
  { id: 120, name: "authorization owners", sql: authorizationOwners },
  { id: 130, name: "owed revocations", sql: pendingRevocations },
  { id: 131, name: "server nonces", sql: serverNonces },
  { id: 140, name: "due repositories", sql: dueRepositories },
  { id: 150, name: "authorizations", sql: grantedAuthorizations },
  { id: 151, name: "index reset", sql: indexReset },
  { id: 160, name: "audit", sql: audit },
  { id: 170, name: "registry reports", sql: registryReports },
  { id: 180, name: "unredeemed codes", sql: unredeemedCodes },
  { id: 190, name: "lasting events", sql: lastingEvents },
  { id: 230, name: "vault keys", sql: vaultKeys },
  { id: 260, name: "skipped records", sql: skippedRecords },
  { id: 270, name: "stored projections", sql: storedProjections },
  { id: 290, name: "record template", sql: recordTemplate },
  { id: 300, name: "network events", sql: networkEvents },
  { id: 310, name: "hidden accounts", sql: hiddenAccounts },
  { id: 320, name: "live sync", sql: liveSync },
  { id: 330, name: "due requests", sql: dueRequests },
  { id: 331, name: "backfills", sql: backfills },
  { id: 332, name: "skipped records as dead letters", sql: skippedLetters },
  { id: 333, name: "letter retries", sql: letterRetries },
  { id: 340, name: "sync reports", sql: syncReports },
  { id: 350, name: "record validations", sql: recordValidations },
  { id: 400, name: "transparency", sql: transparency },
  { id: 410, name: "witnesses", sql: witnesses },
  { id: 420, name: "subjects", sql: subjects },
  { id: 430, name: "read model snapshots", sql: readModelSnapshots },
  { id: 440, name: "audit entry terms", sql: auditEntryTerms },
  { id: 450, name: "address keys", sql: addressKeys },
  { id: 451, name: "abandoned rebuilds", sql: abandonedRebuilds },
  { id: 460, name: "archived events", sql: archivedEvents },
  { id: 500, name: "record changes", sql: recordChanges },
  { id: 510, name: "labels", sql: labels },
  { id: 515, name: "labelers", sql: labelers },
  { id: 520, name: "reports", sql: reports },
  { id: 530, name: "account references", sql: accountReferences },
  { id: 540, name: "search", sql: search },
  { id: 560, name: "admin reads", sql: adminReads },
  { id: 580, name: "client secret uses", sql: clientSecretUses },
  { id: 600, name: "process reports", sql: processReports },
  { id: 610, name: "webhook", sql: webhook },
  { id: 620, name: "units of work", sql: unitsOfWork },
  { id: 630, name: "record counts", sql: recordCounts }
];

/** A migration that was applied, or is pending. */
export interface NamedMigration {
  readonly id: number;
  readonly name: string;
}

interface Migration extends NamedMigration {
  /** One or more statements. They change only the schemas `tidemark` and `tidemark_records`. */
  readonly sql: string;
}

const advisoryLock = 0x71de_0001;

const createJournal = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [found] = yield* sql<{ journal: string | null }>`select to_regclass('tidemark.migrations')::text as journal`;
  if (found?.journal) return;
  yield* sql.unsafe(`
    create schema if not exists tidemark;
    create table tidemark.migrations (id integer primary key, name text not null, applied_at timestamptz not null default now());
  `);
});

const apply = traced("applyMigration")(function* ({ id, name, sql: statements }: Migration) {
  const sql = yield* SqlClient;
  yield* sql.unsafe(statements);
  yield* sql`insert into tidemark.migrations (id, name) values (${id}, ${name})`;
  yield* Effect.logDebug(`Applied migration ${id}, ${name}`);
});

const namesOf = (unknown: ReadonlyArray<NamedMigration>): string =>
  unknown.map(({ id, name }) => `${String(id).padStart(4, "0")} (${name})`).join(", ");

const laterSchema = (unknown: ReadonlyArray<NamedMigration>): string =>
  `The schema of the database has ${unknown.length === 1 ? "the migration" : "the migrations"} ${namesOf(unknown)}, written by a later version of Tidemark: run that version or a later one`;

/** The migrations that a database has, those that it lacks, and those of a later version, each in the order of their ids. */
export interface SchemaState {
  readonly applied: ReadonlyArray<NamedMigration>;
  readonly pending: ReadonlyArray<NamedMigration>;
  readonly unknown: ReadonlyArray<NamedMigration>;
  /** One sentence about the unknown migrations; null if there are none. */
  readonly problem: string | null;
}

/** Compares the schema of the database with the migrations of this version. */
export const schemaState: Effect.Effect<SchemaState, SqlError, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [found] = yield* sql<{ journal: string | null }>`select to_regclass('tidemark.migrations')::text as journal`;
  const applied = found?.journal
    ? yield* sql<NamedMigration>`select id, name from tidemark.migrations order by id`
    : [];
  const isApplied = ({ id }: NamedMigration) => applied.some((done) => done.id === id);
  const unknown = applied.filter(({ id }) => !migrations.some((known) => known.id === id));
  return {
    applied: applied.map(({ id, name }) => ({ id, name })),
    pending: migrations.filter((each) => !isApplied(each)).map(({ id, name }) => ({ id, name })),
    unknown: unknown.map(({ id, name }) => ({ id, name })),
    problem: unknown.length === 0 ? null : laterSchema(unknown)
  };
});

/** The state of a schema that does not exist yet. */
export const emptySchema: SchemaState = {
  applied: [],
  pending: migrations.map(({ id, name }) => ({ id, name })),
  unknown: [],
  problem: null
};

/** A later version applied migrations that this version does not know. `message` is one sentence for the operator. */
export class SchemaOfLaterVersion extends Data.TaggedError("SchemaOfLaterVersion")<{
  readonly unknown: ReadonlyArray<NamedMigration>;
}> {
  override get message(): string {
    return laterSchema(this.unknown);
  }
}

/**
 * Applies the pending migrations in one transaction, lets the application's role use the schema, and returns what was applied.
 * Before it changes anything, it refuses a database that the service cannot run on, and a schema of a later version.
 * Processes that start at the same time wait for the first one. The connection must belong to the schema's owner.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<NamedMigration>,
  SqlError | SchemaOfLaterVersion,
  SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  yield* requireSupported;
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${advisoryLock})`;
      yield* createJournal;
      const { pending, unknown } = yield* schemaState;
      if (unknown.length > 0) return yield* new SchemaOfLaterVersion({ unknown });
      yield* Effect.forEach(
        migrations.filter(({ id }) => pending.some((each) => each.id === id)),
        apply,
        { discard: true }
      );
      yield* grantAppRole(pending.length > 0);
      return pending;
    })
  );
});

/** Runs `migrate` when the layer is built. */
export const layer: Layer.Layer<never, SqlError | SchemaOfLaterVersion, SqlClient> = Layer.effectDiscard(migrate);
