import type { SqlClient } from "@effect/sql/SqlClient";
import type { PgClient } from "@effect/sql-pg/PgClient";
import * as Context from "effect/Context";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import type * as Scope from "effect/Scope";
import * as ActivityCountsPostgres from "../adapters/postgres/audit/ActivityCountsPostgres.ts";
import * as AuditTrailPostgres from "../adapters/postgres/audit/AuditTrailPostgres.ts";
import * as PostgresClient from "../adapters/postgres/connection/PostgresClient.ts";
import { attachOrStart } from "../adapters/postgres/embedded/attachOrStart.ts";
import * as Embedded from "../adapters/postgres/embedded/EmbeddedPostgres.ts";
import type { EmbeddedPostgresError } from "../adapters/postgres/embedded/EmbeddedPostgresError.ts";
import * as AtomicallyPostgres from "../adapters/postgres/log/AtomicallyPostgres.ts";
import * as EventLogPostgres from "../adapters/postgres/log/EventLogPostgres.ts";
import { migrate, type SchemaOfLaterVersion } from "../adapters/postgres/Migrations.ts";
import * as DueRepositoriesPostgres from "../adapters/postgres/projections/DueRepositoriesPostgres.ts";
import * as GrantedAuthorizationsPostgres from "../adapters/postgres/projections/GrantedAuthorizationsPostgres.ts";
import * as OpenWritesPostgres from "../adapters/postgres/projections/OpenWritesPostgres.ts";
import * as OverdueAuthorizationsPostgres from "../adapters/postgres/projections/OverdueAuthorizationsPostgres.ts";
import * as PendingRevocationsPostgres from "../adapters/postgres/projections/PendingRevocationsPostgres.ts";
import * as SkippedRecordsPostgres from "../adapters/postgres/projections/SkippedRecordsPostgres.ts";
import * as StoredProjectionsPostgres from "../adapters/postgres/projections/StoredProjectionsPostgres.ts";
import type { RowReader } from "../adapters/postgres/reads/RowReader.ts";
import * as indexFields from "../adapters/postgres/record/define/indexFields.ts";
import * as KnownActorsPostgres from "../adapters/postgres/record/KnownActorsPostgres.ts";
import * as RecordIndexPostgres from "../adapters/postgres/record/RecordIndexPostgres.ts";
import * as countFieldUse from "../adapters/postgres/record/usage/countFieldUse.ts";
import * as FieldUsagePostgres from "../adapters/postgres/record/usage/FieldUsagePostgres.ts";
import { availableAppRole } from "../adapters/postgres/schema/appRole.ts";
import * as LeasesPostgres from "../adapters/postgres/stores/LeasesPostgres.ts";
import * as LexiconDocumentsPostgres from "../adapters/postgres/stores/LexiconDocumentsPostgres.ts";
import * as RegistryReportsPostgres from "../adapters/postgres/stores/RegistryReportsPostgres.ts";
import * as ReplayGuardPostgres from "../adapters/postgres/stores/ReplayGuardPostgres.ts";
import * as ServerNoncesPostgres from "../adapters/postgres/stores/ServerNoncesPostgres.ts";
import * as TokenVaultPostgres from "../adapters/postgres/stores/TokenVaultPostgres.ts";
import type { IndexedField } from "../domain/record/index/IndexedField.ts";
import { defaultMaxResponseBytes } from "../domain/record/index/RecordIndex.ts";
import { DatabaseUnusable } from "./DatabaseUnusable.ts";

interface StorageOptions {
  /** Null for the embedded database in `dataDir`. */
  readonly databaseUrl: Redacted.Redacted | null;
  readonly dataDir: string;
  /** A service has its embedded database for itself; a command uses that of the service that runs, if one does. */
  readonly purpose: "service" | "command";
  /** Fields that a service indexes besides those that always are; none unless said. */
  readonly indexedFields?: ReadonlyArray<IndexedField>;
  /** How long one answer of the index may take; 5 seconds unless said. */
  readonly timeout?: Duration.DurationInput;
  /** How many bytes one answer of the index may have; 16,000,000 unless said. */
  readonly answerBytes?: number;
}

const poolSize = { service: 10, command: 2 };

/** Where the embedded database is reached, for the scope. */
export const embedded = ({ dataDir, purpose }: Pick<StorageOptions, "dataDir" | "purpose">) =>
  Layer.build(purpose === "service" ? Embedded.layer({ dataDir }) : attachOrStart({ dataDir })).pipe(
    Effect.map((context) => Context.get(context, Embedded.EmbeddedPostgres).url)
  );

/** The owner's connection is gone before the first request: the pool is left with the rights of the service only. */
const migrateAsOwner = (url: Redacted.Redacted) =>
  Effect.zipRight(migrate, availableAppRole).pipe(
    Effect.provide(PostgresClient.layer({ url, maxConnections: 1, applicationName: "tidemark migrations" }))
  );

const databaseClient = (
  options: StorageOptions
): Effect.Effect<
  Layer.Layer<PgClient | SqlClient | RowReader, DatabaseUnusable>,
  DatabaseUnusable | SchemaOfLaterVersion | EmbeddedPostgresError,
  Scope.Scope
> =>
  Effect.gen(function* () {
    const url = options.databaseUrl ?? (yield* embedded(options));
    const unusable = DatabaseUnusable.from(options.databaseUrl);
    const role = yield* Effect.catchTag(migrateAsOwner(url), "SqlError", unusable);
    const client = PostgresClient.layer({
      url,
      maxConnections: poolSize[options.purpose],
      ...(Option.isSome(role) && { role: role.value })
    });
    return Layer.mapError(client, unusable);
  });

/** A service counts what its queries use, and indexes what is configured; commands leave both alone. */
const recordIndex = ({
  purpose,
  indexedFields = [],
  timeout = "5 seconds",
  answerBytes = defaultMaxResponseBytes
}: StorageOptions) =>
  purpose === "command"
    ? RecordIndexPostgres.layer()
    : indexFields
        .layer(indexedFields)
        .pipe(Layer.provide(countFieldUse.layer), Layer.provide(RecordIndexPostgres.layer({ timeout, answerBytes })));

const stores = (options: StorageOptions) =>
  Layer.mergeAll(
    EventLogPostgres.layer,
    options.purpose === "command"
      ? AuditTrailPostgres.layerWith({ catchUpTimeout: "1 hour" })
      : AuditTrailPostgres.layer,
    ActivityCountsPostgres.layer,
    KnownActorsPostgres.layer,
    AtomicallyPostgres.layer,
    TokenVaultPostgres.layer,
    LeasesPostgres.layer,
    OpenWritesPostgres.layer,
    OverdueAuthorizationsPostgres.layer,
    PendingRevocationsPostgres.layer,
    DueRepositoriesPostgres.layer,
    GrantedAuthorizationsPostgres.layer,
    recordIndex(options),
    FieldUsagePostgres.layer,
    ReplayGuardPostgres.layer,
    ServerNoncesPostgres.layer,
    SkippedRecordsPostgres.layer,
    LexiconDocumentsPostgres.layer,
    RegistryReportsPostgres.layer,
    Layer.provide(StoredProjectionsPostgres.layer, EventLogPostgres.layer)
  );

/**
 * Everything that is kept, in PostgreSQL: the one of `databaseUrl`, or the embedded one. Its schema is brought up to
 * date first. An error's `message` is one line for the operator.
 */
export const storage = (options: StorageOptions) =>
  Layer.provide(stores(options), Layer.unwrapScoped(databaseClient(options)));
