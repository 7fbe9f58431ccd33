import type * as Effect from "effect/Effect";
import type { Admin, FoundSession } from "../../../application/admin/adminSession.ts";
import type { ConfiguredAdmins } from "../../../application/admin/ConfiguredAdmins.ts";
import type { SignInSentences } from "../../../application/admin/SignInSentences.ts";
import type { InstanceDoctor } from "../../../application/instance/InstanceDoctor.ts";
import type { InstanceSettings } from "../../../application/instance/InstanceSettings.ts";
import type { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import type { FollowedSource } from "../../../application/sync/status/FollowedSource.ts";
import type { LiveSyncSettings } from "../../../application/sync/stream/LiveSyncSettings.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { AccountDirectory } from "../../../domain/account/AccountDirectory.ts";
import type { ActivityCounts } from "../../../domain/audit/ActivityCounts.ts";
import type { AuditTrail } from "../../../domain/audit/AuditTrail.ts";
import type { EndedAuthorizations } from "../../../domain/authorization/end/EndedAuthorizations.ts";
import type { GrantedAuthorizations } from "../../../domain/authorization/GrantedAuthorizations.ts";
import type { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";
import type { ClientActivity } from "../../../domain/client/use/ClientActivity.ts";
import type { SecretUses } from "../../../domain/client/use/SecretUses.ts";
import type { SecretCipher } from "../../../domain/crypto/SecretCipher.ts";
import type { SecureRandom } from "../../../domain/crypto/SecureRandom.ts";
import type { Atomically } from "../../../domain/event/Atomically.ts";
import type { EventLog } from "../../../domain/event/EventLog.ts";
import type { Lookup } from "../../../domain/event/Lookup.ts";
import type { UnitsOfWork } from "../../../domain/event/UnitOfWork.ts";
import type { DatabaseStatus } from "../../../domain/health/DatabaseStatus.ts";
import type { ProcessReports } from "../../../domain/health/ProcessReports.ts";
import type { IdentityResolver } from "../../../domain/identity/IdentityResolver.ts";
import type { LabelDefinitions } from "../../../domain/label/LabelDefinitions.ts";
import type { LabelPreferences } from "../../../domain/label/LabelPreferences.ts";
import type { LabelStore } from "../../../domain/label/LabelStore.ts";
import type { Takedowns } from "../../../domain/label/Takedowns.ts";
import type { Labelers } from "../../../domain/labeler/Labelers.ts";
import type { LexiconArchive } from "../../../domain/lexicon/import/LexiconArchive.ts";
import type { LexiconDocuments } from "../../../domain/lexicon/import/LexiconDocuments.ts";
import type { PublishedLexicons } from "../../../domain/lexicon/import/PublishedLexicons.ts";
import type { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { ErasureLedger } from "../../../domain/personal/ErasureLedger.ts";
import type { Subjects } from "../../../domain/personal/Subjects.ts";
import type { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import type { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { RemovedRecords } from "../../../domain/record/index/RemovedRecords.ts";
import type { OpenWrites } from "../../../domain/record/write/OpenWrites.ts";
import type { Reports } from "../../../domain/report/Reports.ts";
import type { ArchivedEvents } from "../../../domain/retention/ArchivedEvents.ts";
import type { PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import type { UpstreamAuthorization } from "../../../domain/session/UpstreamAuthorization.ts";
import type { Backfills } from "../../../domain/sync/backfill/Backfills.ts";
import type { DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import type { RepositoryDirectory } from "../../../domain/sync/backfill/RepositoryDirectory.ts";
import type { DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import type { RepositoryReader } from "../../../domain/sync/repository/RepositoryReader.ts";
import type { RepositorySignatures } from "../../../domain/sync/repository/RepositorySignatures.ts";
import type { FollowedRepositories } from "../../../domain/sync/stream/FollowedRepositories.ts";
import type { SyncCursors } from "../../../domain/sync/stream/SyncCursors.ts";
import type { SyncReports } from "../../../domain/sync/stream/SyncReports.ts";
import type { Anchors } from "../../../domain/transparency/publishing/Anchors.ts";
import type { PublicationReports } from "../../../domain/transparency/publishing/PublicationReports.ts";
import type { Witnesses } from "../../../domain/transparency/publishing/Witnesses.ts";
import type { SealedTree } from "../../../domain/transparency/SealedTree.ts";
import type { TokenVault } from "../../../domain/vault/TokenVault.ts";
import type { VerificationRuns } from "../../../domain/verification/VerificationRuns.ts";
import type { WebhookOutbox } from "../../../domain/webhook/WebhookOutbox.ts";
import type { WebhookReceiver } from "../../../domain/webhook/WebhookReceiver.ts";

/** The services that the use cases of admins require. */
export type AdminServices =
  | ClientRegistry
  | EventLog
  | UnitsOfWork
  | Atomically
  | EndedAuthorizations
  | Lookup
  | SecretCipher
  | TokenVault
  | PendingRevocations
  | UpstreamAuthorization
  | SecureRandom
  | LexiconArchive
  | LexiconCatalog
  | LexiconDocuments
  | PublishedLexicons
  | RecordIndex
  | LabelStore
  | Labelers
  | LabelDefinitions
  | LabelPreferences
  | Takedowns
  | Reports
  | KnownActors
  | AuditTrail
  | ActivityCounts
  | GrantedAuthorizations
  | ClientActivity
  | SecretUses
  | AccountDirectory
  | Backfills
  | DeadLetters
  | DueRepositories
  | Subjects
  | ErasureLedger
  | FollowedRepositories
  | FollowedSource
  | LiveSyncSettings
  | RemovedRecords
  | RepositoryDirectory
  | RepositoryReader
  | RepositorySignatures
  | SyncCursors
  | SyncReports
  | SealedTree
  | ArchivedEvents
  | PublicationReports
  | VerificationRuns
  | WebhookOutbox
  | WebhookReceiver
  | Witnesses
  | Anchors
  | IdentityResolver
  | SignInSentences
  | ConfiguredAdmins
  | InstanceSettings
  | InstanceDoctor
  | ProcessReports
  | DatabaseStatus
  | OpenWrites
  | PublicUrl;

/** The context of admin resolvers: the caller, and a function to run a use case for them. */
export interface AdminContext {
  readonly admin: Admin | null;
  /** The admin session of the browser, which may be one opened with a setup token. */
  readonly session: FoundSession | null;
  /** The user signed in through an app. */
  readonly viewer: Viewer | null;
  /** Whether any user is signed in, admin or not. */
  readonly signedIn: boolean;
  /** Runs a use case. Rejects with its error. */
  readonly run: <A>(effect: Effect.Effect<A, unknown, AdminServices>) => Promise<A>;
}
