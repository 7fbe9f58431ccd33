import type { SqlClient } from "@effect/sql/SqlClient";
import type { PgClient } from "@effect/sql-pg/PgClient";
import * as Context from "effect/Context";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import type * as Scope from "effect/Scope";
import * as AtomicallyPostgres from "./adapters/postgres/AtomicallyPostgres.ts";
import { availableAppRole } from "./adapters/postgres/appRole.ts";
import * as ActivityCountsPostgres from "./adapters/postgres/audit/ActivityCountsPostgres.ts";
import * as AuditTrailPostgres from "./adapters/postgres/audit/AuditTrailPostgres.ts";
import * as DueRepositoriesPostgres from "./adapters/postgres/DueRepositoriesPostgres.ts";
import * as EventLogPostgres from "./adapters/postgres/EventLogPostgres.ts";
import { attachOrStart } from "./adapters/postgres/embedded/attachOrStart.ts";
import * as Embedded from "./adapters/postgres/embedded/EmbeddedPostgres.ts";
import type { EmbeddedPostgresError } from "./adapters/postgres/embedded/EmbeddedPostgresError.ts";
import * as GrantedAuthorizationsPostgres from "./adapters/postgres/GrantedAuthorizationsPostgres.ts";
import * as LeasesPostgres from "./adapters/postgres/LeasesPostgres.ts";
import * as LexiconDocumentsPostgres from "./adapters/postgres/LexiconDocumentsPostgres.ts";
import * as LiveRegistriesPostgres from "./adapters/postgres/LiveRegistriesPostgres.ts";
import { migrate, type SchemaOfLaterVersion } from "./adapters/postgres/Migrations.ts";
import * as OpenWritesPostgres from "./adapters/postgres/OpenWritesPostgres.ts";
import * as OverdueAuthorizationsPostgres from "./adapters/postgres/OverdueAuthorizationsPostgres.ts";
import * as OwedRevocationsPostgres from "./adapters/postgres/OwedRevocationsPostgres.ts";
import * as PostgresClient from "./adapters/postgres/PostgresClient.ts";
import * as ReplayGuardPostgres from "./adapters/postgres/ReplayGuardPostgres.ts";
import type { RowReader } from "./adapters/postgres/RowReader.ts";
import * as countFieldUse from "./adapters/postgres/record/countFieldUse.ts";
import * as FieldUsagePostgres from "./adapters/postgres/record/FieldUsagePostgres.ts";
import * as indexFields from "./adapters/postgres/record/indexFields.ts";
import * as KnownActorsPostgres from "./adapters/postgres/record/KnownActorsPostgres.ts";
import * as RecordIndexPostgres from "./adapters/postgres/record/RecordIndexPostgres.ts";
import * as ServerNoncesPostgres from "./adapters/postgres/ServerNoncesPostgres.ts";
import * as SkippedRecordsPostgres from "./adapters/postgres/SkippedRecordsPostgres.ts";
import * as StoredProjectionsPostgres from "./adapters/postgres/StoredProjectionsPostgres.ts";
import * as TokenVaultPostgres from "./adapters/postgres/TokenVaultPostgres.ts";
import { DatabaseUnusable } from "./DatabaseUnusable.ts";
import type { IndexedField } from "./domain/record/IndexedField.ts";
import { usualAnswerBytes } from "./domain/record/RecordIndex.ts";

export interface StorageOptions {
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

const connected = (
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
  answerBytes = usualAnswerBytes
}: StorageOptions) =>
  purpose === "command"
    ? RecordIndexPostgres.layer()
    : indexFields
        .layer(indexedFields)
        .pipe(Layer.provide(countFieldUse.layer), Layer.provide(RecordIndexPostgres.layer({ timeout, answerBytes })));

const stores = (options: StorageOptions) =>
  Layer.mergeAll(
    EventLogPostgres.layer,
    options.purpose === "command" ? AuditTrailPostgres.layerWith({ patience: "1 hour" }) : AuditTrailPostgres.layer,
    ActivityCountsPostgres.layer,
    KnownActorsPostgres.layer,
    AtomicallyPostgres.layer,
    TokenVaultPostgres.layer,
    LeasesPostgres.layer,
    OpenWritesPostgres.layer,
    OverdueAuthorizationsPostgres.layer,
    OwedRevocationsPostgres.layer,
    DueRepositoriesPostgres.layer,
    GrantedAuthorizationsPostgres.layer,
    recordIndex(options),
    FieldUsagePostgres.layer,
    ReplayGuardPostgres.layer,
    ServerNoncesPostgres.layer,
    SkippedRecordsPostgres.layer,
    LexiconDocumentsPostgres.layer,
    LiveRegistriesPostgres.layer,
    StoredProjectionsPostgres.layer
  );

/**
 * Everything that is kept, in PostgreSQL: the one of `databaseUrl`, or the embedded one. Its schema is brought up to
 * date first. An error's `message` is one line for the operator.
 */
export const storage = (options: StorageOptions) =>
  Layer.provide(stores(options), Layer.unwrapScoped(connected(options)));
