import type * as Effect from "effect/Effect";
import type { Admin, FoundSession } from "../../../application/admin/adminSession.ts";
import type { ConfiguredAdmins } from "../../../application/admin/ConfiguredAdmins.ts";
import type { SignInSentences } from "../../../application/admin/SignInSentences.ts";
import type { InstanceSettings } from "../../../application/instance/InstanceSettings.ts";
import type { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { ActivityCounts } from "../../../domain/audit/ActivityCounts.ts";
import type { AuditTrail } from "../../../domain/audit/AuditTrail.ts";
import type { EndedAuthorizations } from "../../../domain/authorization/end/EndedAuthorizations.ts";
import type { GrantedAuthorizations } from "../../../domain/authorization/GrantedAuthorizations.ts";
import type { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";
import type { SecretCipher } from "../../../domain/crypto/SecretCipher.ts";
import type { SecureRandom } from "../../../domain/crypto/SecureRandom.ts";
import type { Atomically } from "../../../domain/event/Atomically.ts";
import type { EventLog } from "../../../domain/event/EventLog.ts";
import type { Lookup } from "../../../domain/event/Lookup.ts";
import type { IdentityResolver } from "../../../domain/identity/IdentityResolver.ts";
import type { LexiconArchive } from "../../../domain/lexicon/import/LexiconArchive.ts";
import type { LexiconDocuments } from "../../../domain/lexicon/import/LexiconDocuments.ts";
import type { PublishedLexicons } from "../../../domain/lexicon/import/PublishedLexicons.ts";
import type { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import type { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import type { UpstreamAuthorization } from "../../../domain/session/UpstreamAuthorization.ts";
import type { SkippedRecords } from "../../../domain/sync/backfill/SkippedRecords.ts";
import type { TokenVault } from "../../../domain/vault/TokenVault.ts";

/** What the use cases of admins need. */
export type AdminServices =
  | ClientRegistry
  | EventLog
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
  | KnownActors
  | AuditTrail
  | ActivityCounts
  | GrantedAuthorizations
  | SkippedRecords
  | IdentityResolver
  | SignInSentences
  | ConfiguredAdmins
  | InstanceSettings
  | PublicUrl;

/** What the resolvers of admin fields are given: who asks, and how to run a use case for them. */
export interface AdminContext {
  readonly admin: Admin | null;
  /** The session of the browser, which may be one of a set-up token. */
  readonly session: FoundSession | null;
  /** Who is signed in through an app. */
  readonly viewer: Viewer | null;
  /** Whether somebody is signed in, admin or not. */
  readonly signedIn: boolean;
  /** Rejects with the use case's own error. */
  readonly run: <A>(effect: Effect.Effect<A, unknown, AdminServices>) => Promise<A>;
}
