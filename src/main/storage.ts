import type { SqlClient } from "@effect/sql/SqlClient";
import type { PgClient } from "@effect/sql-pg/PgClient";
import type * as Arr from "effect/Array";
import * as Context from "effect/Context";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import type * as Scope from "effect/Scope";
import { archivesFolder } from "../adapters/configuration/archivesFolder.ts";
import { hashingNode } from "../adapters/crypto/hashingNode.ts";
import * as KeyedCipherAesGcm from "../adapters/crypto/KeyedCipherAesGcm.ts";
import * as SecretCipherAesGcm from "../adapters/crypto/SecretCipherAesGcm.ts";
import * as ArchiveFilesFolder from "../adapters/filesystem/ArchiveFilesFolder.ts";
import * as ActivityCountsPostgres from "../adapters/postgres/audit/ActivityCountsPostgres.ts";
import * as AuditTrailPostgres from "../adapters/postgres/audit/AuditTrailPostgres.ts";
import * as ClientActivityPostgres from "../adapters/postgres/audit/ClientActivityPostgres.ts";
import * as PostgresClient from "../adapters/postgres/connection/PostgresClient.ts";
import { attached, attachOrStart } from "../adapters/postgres/embedded/attachOrStart.ts";
import * as Embedded from "../adapters/postgres/embedded/EmbeddedPostgres.ts";
import type { EmbeddedPostgresError } from "../adapters/postgres/embedded/EmbeddedPostgresError.ts";
import * as LabelDefinitionsPostgres from "../adapters/postgres/labels/LabelDefinitionsPostgres.ts";
import * as LabelersPostgres from "../adapters/postgres/labels/LabelersPostgres.ts";
import * as LabelPreferencesPostgres from "../adapters/postgres/labels/LabelPreferencesPostgres.ts";
import * as LabelStorePostgres from "../adapters/postgres/labels/LabelStorePostgres.ts";
import * as TakedownsPostgres from "../adapters/postgres/labels/TakedownsPostgres.ts";
import * as AtomicallyPostgres from "../adapters/postgres/log/AtomicallyPostgres.ts";
import * as EventLogPostgres from "../adapters/postgres/log/EventLogPostgres.ts";
import { migrate, type SchemaOfLaterVersion } from "../adapters/postgres/Migrations.ts";
import * as AddressHashesPostgres from "../adapters/postgres/personal/AddressHashesPostgres.ts";
import * as SubjectKeys from "../adapters/postgres/personal/SubjectKeys.ts";
import * as SubjectsPostgres from "../adapters/postgres/personal/SubjectsPostgres.ts";
import * as AccountDirectoryPostgres from "../adapters/postgres/projections/AccountDirectoryPostgres.ts";
import * as DueRepositoriesPostgres from "../adapters/postgres/projections/DueRepositoriesPostgres.ts";
import * as GrantedAuthorizationsPostgres from "../adapters/postgres/projections/GrantedAuthorizationsPostgres.ts";
import * as OpenWritesPostgres from "../adapters/postgres/projections/OpenWritesPostgres.ts";
import * as OverdueAuthorizationsPostgres from "../adapters/postgres/projections/OverdueAuthorizationsPostgres.ts";
import * as PendingRevocationsPostgres from "../adapters/postgres/projections/PendingRevocationsPostgres.ts";
import * as ReportsPostgres from "../adapters/postgres/projections/ReportsPostgres.ts";
import * as StoredProjectionsPostgres from "../adapters/postgres/projections/StoredProjectionsPostgres.ts";
import type { RowReader } from "../adapters/postgres/reads/RowReader.ts";
import { CountStates } from "../adapters/postgres/record/count/CountStates.ts";
import * as completeCounts from "../adapters/postgres/record/count/completeCounts.ts";
import * as indexFields from "../adapters/postgres/record/define/indexFields.ts";
import * as KnownActorsPostgres from "../adapters/postgres/record/KnownActorsPostgres.ts";
import * as RecordChangesPostgres from "../adapters/postgres/record/RecordChangesPostgres.ts";
import * as RecordIndexPostgres from "../adapters/postgres/record/RecordIndexPostgres.ts";
import * as ReferenceIndexingPostgres from "../adapters/postgres/record/ReferenceIndexingPostgres.ts";
import * as RemovedRecordsPostgres from "../adapters/postgres/record/RemovedRecordsPostgres.ts";
import * as indexSearches from "../adapters/postgres/record/search/indexSearches.ts";
import { SearchStates } from "../adapters/postgres/record/search/SearchStates.ts";
import * as countFieldUse from "../adapters/postgres/record/usage/countFieldUse.ts";
import * as FieldUsagePostgres from "../adapters/postgres/record/usage/FieldUsagePostgres.ts";
import * as ReplicatedReads from "../adapters/postgres/replica/ReplicatedReads.ts";
import * as ArchivedEventsPostgres from "../adapters/postgres/retention/ArchivedEventsPostgres.ts";
import { availableAppRole } from "../adapters/postgres/schema/appRole.ts";
import * as DatabaseStatusPostgres from "../adapters/postgres/stores/DatabaseStatusPostgres.ts";
import * as LeasesPostgres from "../adapters/postgres/stores/LeasesPostgres.ts";
import * as LexiconDocumentsPostgres from "../adapters/postgres/stores/LexiconDocumentsPostgres.ts";
import * as ProcessReportsPostgres from "../adapters/postgres/stores/ProcessReportsPostgres.ts";
import * as ReadModelSnapshotsPostgres from "../adapters/postgres/stores/ReadModelSnapshotsPostgres.ts";
import * as RegistryReportsPostgres from "../adapters/postgres/stores/RegistryReportsPostgres.ts";
import * as ReplayGuardPostgres from "../adapters/postgres/stores/ReplayGuardPostgres.ts";
import * as SecretUsesPostgres from "../adapters/postgres/stores/SecretUsesPostgres.ts";
import * as ServerNoncesPostgres from "../adapters/postgres/stores/ServerNoncesPostgres.ts";
import * as TokenVaultPostgres from "../adapters/postgres/stores/TokenVaultPostgres.ts";
import * as BackfillsPostgres from "../adapters/postgres/sync/BackfillsPostgres.ts";
import * as DeadLettersPostgres from "../adapters/postgres/sync/DeadLettersPostgres.ts";
import * as DueIdentitiesPostgres from "../adapters/postgres/sync/DueIdentitiesPostgres.ts";
import * as FollowedRepositoriesPostgres from "../adapters/postgres/sync/FollowedRepositoriesPostgres.ts";
import * as LetterRetriesPostgres from "../adapters/postgres/sync/LetterRetriesPostgres.ts";
import * as RecordValidationsPostgres from "../adapters/postgres/sync/RecordValidationsPostgres.ts";
import * as SyncCursorsPostgres from "../adapters/postgres/sync/SyncCursorsPostgres.ts";
import * as SyncReportsPostgres from "../adapters/postgres/sync/SyncReportsPostgres.ts";
import * as CosignaturesPostgres from "../adapters/postgres/transparency/CosignaturesPostgres.ts";
import * as PublicationReportsPostgres from "../adapters/postgres/transparency/PublicationReportsPostgres.ts";
import * as SealedTreePostgres from "../adapters/postgres/transparency/SealedTreePostgres.ts";
import * as LogCensusPostgres from "../adapters/postgres/verification/LogCensusPostgres.ts";
import * as WebhookOutboxPostgres from "../adapters/postgres/webhook/WebhookOutboxPostgres.ts";
import { Sha256Hasher } from "../domain/crypto/Sha256Hasher.ts";
import type { IndexedField } from "../domain/record/index/IndexedField.ts";
import { defaultMaxResponseBytes } from "../domain/record/index/RecordIndex.ts";
import { DatabaseUnusable } from "./DatabaseUnusable.ts";

/** How a process uses the database. */
export interface DatabaseUse {
  /**
   * A service owns its embedded database; a worker uses that of its supervisor; a command uses that of the running service,
   * if there is one.
   */
  readonly purpose: "service" | "worker" | "command";
  /** The number of connections of each of the two pools; by default 10, and 4 for a command. */
  readonly connections?: number;
}

/** A service of one process. */
export const wholeDatabase: DatabaseUse = { purpose: "service" };

interface StorageOptions extends DatabaseUse {
  /** Null for the embedded database in `dataDir`. */
  readonly databaseUrl: Redacted.Redacted | null;
  /** Replicas of the database that queries of records read from; none by default. */
  readonly databaseReadUrls?: ReadonlyArray<Redacted.Redacted>;
  readonly dataDir: string;
  /** Where the embedded database archives its write-ahead log; by default nowhere. */
  readonly walArchive?: string | null;
  /** The folder of archived events; by default the one in `dataDir`. */
  readonly auditArchives?: string | null;
  /**
   * The secrets that encrypt the keys of persons; null in an environment without them, which can read and append events
   * only where nothing is personal. The default is null.
   */
  readonly secrets?: Arr.NonEmptyReadonlyArray<Redacted.Redacted> | null;
  /** Fields that a service indexes in addition to those that are always indexed; none by default. */
  readonly indexedFields?: ReadonlyArray<IndexedField>;
  /** How long one query of the index may take; 5 seconds by default. */
  readonly timeout?: Duration.DurationInput;
  /** The maximum size of one result of the index, in bytes; 16,000,000 by default. */
  readonly answerBytes?: number;
}

/** A rebuild needs four: for its lock, for the next events, to apply those before, and for the history. */
const poolSize = { service: 10, worker: 10, command: 4 };

const embeddedLayers = {
  service: Embedded.layer,
  worker: ({ dataDir }: Embedded.EmbeddedPostgresOptions) => attached(dataDir),
  command: attachOrStart
};

/** Starts the embedded database for the scope, or attaches to it, and returns its URL. */
export const embedded = ({
  dataDir,
  purpose,
  walArchive = null
}: Pick<StorageOptions, "dataDir" | "purpose" | "walArchive">) =>
  Layer.build(embeddedLayers[purpose]({ dataDir, walArchive })).pipe(
    Effect.map((context) => Context.get(context, Embedded.EmbeddedPostgres).url)
  );

/** Migrates as the owner. Its connection closes before the first request, so that the pool has only the rights of the service. */
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
    const primary: PostgresClient.PostgresClientOptions = {
      url,
      maxConnections: options.connections ?? poolSize[options.purpose],
      ...(Option.isSome(role) && { role: role.value })
    };
    const client = Layer.mapError(PostgresClient.layer(primary), unusable);
    const replicas = options.databaseReadUrls ?? [];
    return replicas.length === 0 ? client : Layer.provideMerge(ReplicatedReads.layer({ primary, replicas }), client);
  });

/** A service counts the fields that queries use and the records, and indexes what is configured; commands do neither. */
const recordIndex = ({
  purpose,
  indexedFields = [],
  timeout = "5 seconds",
  answerBytes = defaultMaxResponseBytes
}: StorageOptions) => {
  if (purpose === "command") return RecordIndexPostgres.layer();
  const searches = new SearchStates(indexedFields);
  const counts = new CountStates();
  return indexFields
    .layer(indexedFields)
    .pipe(
      Layer.provide(countFieldUse.layer),
      Layer.provide(indexSearches.layer(searches)),
      Layer.provide(completeCounts.layer(counts)),
      Layer.provide(RecordIndexPostgres.layer({ timeout, answerBytes, searches, counts }))
    );
};

const stores = (options: StorageOptions) =>
  Layer.mergeAll(
    EventLogPostgres.layer,
    options.purpose === "command"
      ? AuditTrailPostgres.layerWith({ catchUpTimeout: "1 hour" })
      : AuditTrailPostgres.layer,
    ActivityCountsPostgres.layer,
    KnownActorsPostgres.layer,
    AtomicallyPostgres.layer,
    Layer.provide(TokenVaultPostgres.layer, EventLogPostgres.layer),
    LeasesPostgres.layer,
    OpenWritesPostgres.layer,
    OverdueAuthorizationsPostgres.layer,
    PendingRevocationsPostgres.layer,
    DueIdentitiesPostgres.layer,
    DueRepositoriesPostgres.layer,
    BackfillsPostgres.layer,
    LetterRetriesPostgres.layer,
    RecordValidationsPostgres.layer,
    ReferenceIndexingPostgres.layer,
    Layer.mergeAll(
      GrantedAuthorizationsPostgres.layer,
      AccountDirectoryPostgres.layer,
      ClientActivityPostgres.layer,
      SecretUsesPostgres.layer
    ),
    ReportsPostgres.layer,
    recordIndex(options),
    RecordChangesPostgres.layer,
    RemovedRecordsPostgres.layer,
    Layer.mergeAll(
      LabelStorePostgres.layer,
      LabelDefinitionsPostgres.layer,
      LabelPreferencesPostgres.layer,
      TakedownsPostgres.layer
    ),
    FieldUsagePostgres.layer,
    ReadModelSnapshotsPostgres.layer,
    ReplayGuardPostgres.layer,
    ServerNoncesPostgres.layer,
    DeadLettersPostgres.layer,
    FollowedRepositoriesPostgres.layer,
    LabelersPostgres.layer,
    SyncCursorsPostgres.layer,
    SyncReportsPostgres.layer,
    Layer.merge(ProcessReportsPostgres.layer, DatabaseStatusPostgres.layer),
    LexiconDocumentsPostgres.layer,
    RegistryReportsPostgres.layer,
    CosignaturesPostgres.layer,
    PublicationReportsPostgres.layer,
    SealedTreePostgres.layer,
    SubjectsPostgres.layer,
    AddressHashesPostgres.layer,
    Layer.merge(ArchivedEventsPostgres.layer, WebhookOutboxPostgres.layer),
    ArchiveFilesFolder.layer(archivesFolder(options.auditArchives ?? null, options.dataDir)),
    LogCensusPostgres.layer,
    Layer.provide(StoredProjectionsPostgres.layer, EventLogPostgres.layer)
  );

/**
 * All stores in PostgreSQL: the server at `databaseUrl`, or the embedded one. Migrates its schema first. The `message` of
 * an error is one line for the operator.
 */
export const storage = (options: StorageOptions) =>
  stores(options).pipe(
    Layer.provide(SubjectKeys.layer),
    Layer.provide(
      Layer.mergeAll(
        KeyedCipherAesGcm.layer,
        SecretCipherAesGcm.layer({ secrets: options.secrets ?? [] }),
        Layer.succeed(Sha256Hasher, hashingNode)
      )
    ),
    Layer.provide(Layer.unwrapScoped(databaseClient(options)))
  );
