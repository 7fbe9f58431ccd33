import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { ConfiguredAdmins } from "../../../application/admin/ConfiguredAdmins.ts";
import type { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import type { RetentionSettings } from "../../../application/retention/RetentionSettings.ts";
import type { FollowedSource } from "../../../application/sync/status/FollowedSource.ts";
import type { LiveSyncSettings } from "../../../application/sync/stream/LiveSyncSettings.ts";
import type { AccountDirectory } from "../../../domain/account/AccountDirectory.ts";
import type { ActivityCounts } from "../../../domain/audit/ActivityCounts.ts";
import type { AuditTrail } from "../../../domain/audit/AuditTrail.ts";
import type { GrantedAuthorizations } from "../../../domain/authorization/GrantedAuthorizations.ts";
import type { RegistryReports } from "../../../domain/client/registry/RegistryReports.ts";
import type { ClientActivity } from "../../../domain/client/use/ClientActivity.ts";
import type { SecretUses } from "../../../domain/client/use/SecretUses.ts";
import type { SecureRandom } from "../../../domain/crypto/SecureRandom.ts";
import type { Atomically } from "../../../domain/event/Atomically.ts";
import type { EventLog } from "../../../domain/event/EventLog.ts";
import type { Lookup } from "../../../domain/event/Lookup.ts";
import type { UnitsOfWork } from "../../../domain/event/UnitOfWork.ts";
import type { IdentityResolver } from "../../../domain/identity/IdentityResolver.ts";
import type { LabelDefinitions } from "../../../domain/label/LabelDefinitions.ts";
import type { LabelStore } from "../../../domain/label/LabelStore.ts";
import type { Takedowns } from "../../../domain/label/Takedowns.ts";
import type { Labelers } from "../../../domain/labeler/Labelers.ts";
import type { LexiconDocuments } from "../../../domain/lexicon/import/LexiconDocuments.ts";
import type { PublishedLexicons } from "../../../domain/lexicon/import/PublishedLexicons.ts";
import type { OtherInstances } from "../../../domain/movein/OtherInstances.ts";
import type { ErasureLedger } from "../../../domain/personal/ErasureLedger.ts";
import type { Subjects } from "../../../domain/personal/Subjects.ts";
import type { StoredProjections } from "../../../domain/projection/StoredProjections.ts";
import type { FieldUsage } from "../../../domain/record/index/FieldUsage.ts";
import type { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import type { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { RemovedRecords } from "../../../domain/record/index/RemovedRecords.ts";
import type { Reports } from "../../../domain/report/Reports.ts";
import type { ArchivedEvents } from "../../../domain/retention/ArchivedEvents.ts";
import type { ArchiveFiles } from "../../../domain/retention/ArchiveFiles.ts";
import type { PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import type { Backfills } from "../../../domain/sync/backfill/Backfills.ts";
import type { DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import type { RepositoryDirectory } from "../../../domain/sync/backfill/RepositoryDirectory.ts";
import type { DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import type { RepositoryReader } from "../../../domain/sync/repository/RepositoryReader.ts";
import type { RepositorySignatures } from "../../../domain/sync/repository/RepositorySignatures.ts";
import type { FollowedRepositories } from "../../../domain/sync/stream/FollowedRepositories.ts";
import type { SyncCursors } from "../../../domain/sync/stream/SyncCursors.ts";
import type { SyncReports } from "../../../domain/sync/stream/SyncReports.ts";
import type { Cosignatures } from "../../../domain/transparency/publishing/Cosignatures.ts";
import type { SealedTree } from "../../../domain/transparency/SealedTree.ts";
import type { EventChecker } from "../../../domain/verification/EventChecker.ts";
import type { LogCensus } from "../../../domain/verification/LogCensus.ts";
import type { WebhookOutbox } from "../../../domain/webhook/WebhookOutbox.ts";
import type { Completable } from "../completions/Completable.ts";
import type { LexiconFiles } from "../lexicons/LexiconFiles.ts";
import type { CommandFailed } from "./CommandFailed.ts";
import type { CommandTools } from "./CommandTools.ts";

/** The ports that the use cases behind the commands need. */
export type UseCaseServices =
  | EventLog
  | UnitsOfWork
  | Atomically
  | LexiconDocuments
  | PublishedLexicons
  | RecordIndex
  | FieldUsage
  | PendingRevocations
  | DeadLetters
  | StoredProjections
  | SealedTree
  | Cosignatures
  | EventChecker
  | LogCensus
  | AuditTrail
  | KnownActors
  | Reports
  | Backfills
  | DueRepositories
  | Lookup
  | Subjects
  | ErasureLedger
  | GrantedAuthorizations
  | ClientActivity
  | SecretUses
  | AccountDirectory
  | FollowedRepositories
  | RemovedRecords
  | SyncCursors
  | SyncReports
  | LabelStore
  | LabelDefinitions
  | Labelers
  | RegistryReports
  | SecureRandom
  | SealedTree
  | ArchivedEvents
  | ArchiveFiles
  | RetentionSettings
  | Takedowns
  | ActivityCounts
  | WebhookOutbox
  | LexiconFiles;

/** What the commands for live sync, for admins and for a move need in addition: settings, and the adapters for other servers. */
export type SyncServices =
  | ConfiguredAdmins
  | PublicUrl
  | OtherInstances
  | FollowedSource
  | LiveSyncSettings
  | IdentityResolver
  | RepositoryDirectory
  | RepositoryReader
  | RepositorySignatures;

/** Opens the services of a command only when its use case runs, so that wrong usage starts no database. */
export class CommandServices extends Context.Tag("cli/CommandServices")<
  CommandServices,
  {
    /** The script that runs the service. */
    readonly main: string;
    /** The script that runs the demo. */
    readonly demo: string;
    /** All commands, for the completion scripts of shells. */
    readonly completable: Completable;
    /** Opens the stores and migrates their schema, then runs the use case. */
    readonly withStores: <A, E>(useCase: Effect.Effect<A, E, UseCaseServices>) => Effect.Effect<A, E | CommandFailed>;
    /** Like `withStores`, with the services of live sync. */
    readonly withSync: <A, E>(
      useCase: Effect.Effect<A, E, UseCaseServices | SyncServices>
    ) => Effect.Effect<A, E | CommandFailed>;
    /** Runs the use case without opening the stores. */
    readonly withoutStores: <A, E>(useCase: Effect.Effect<A, E, CommandTools>) => Effect.Effect<A, E | CommandFailed>;
  }
>() {}
