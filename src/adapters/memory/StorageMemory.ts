import * as Layer from "effect/Layer";
import * as LabelersMemory from "./labels/LabelersMemory.ts";
import * as AtomicallyMemory from "./log/AtomicallyMemory.ts";
import * as EventLogMemory from "./log/EventLogMemory.ts";
import * as UnitsOfWorkMemory from "./log/UnitsOfWorkMemory.ts";
import * as MemoryStore from "./MemoryStore.ts";
import * as AccountDirectoryMemory from "./projections/AccountDirectoryMemory.ts";
import * as ActivityCountsMemory from "./projections/ActivityCountsMemory.ts";
import * as AuditTrailMemory from "./projections/AuditTrailMemory.ts";
import * as ClientActivityMemory from "./projections/ClientActivityMemory.ts";
import * as DueRepositoriesMemory from "./projections/DueRepositoriesMemory.ts";
import * as GrantedAuthorizationsMemory from "./projections/GrantedAuthorizationsMemory.ts";
import * as OpenWritesMemory from "./projections/OpenWritesMemory.ts";
import * as OverdueAuthorizationsMemory from "./projections/OverdueAuthorizationsMemory.ts";
import * as PendingRevocationsMemory from "./projections/PendingRevocationsMemory.ts";
import * as ReportsMemory from "./projections/ReportsMemory.ts";
import * as RecordIndexMemory from "./record/RecordIndexMemory.ts";
import * as ReferenceIndexingMemory from "./record/ReferenceIndexingMemory.ts";
import * as AddressHashesMemory from "./stores/AddressHashesMemory.ts";
import * as ArchiveFilesMemory from "./stores/ArchiveFilesMemory.ts";
import * as DatabaseStatusMemory from "./stores/DatabaseStatusMemory.ts";
import * as ErasureLedgerMemory from "./stores/ErasureLedgerMemory.ts";
import * as LeasesMemory from "./stores/LeasesMemory.ts";
import * as LexiconDocumentsMemory from "./stores/LexiconDocumentsMemory.ts";
import * as ProcessReportsMemory from "./stores/ProcessReportsMemory.ts";
import * as ReadModelSnapshotsMemory from "./stores/ReadModelSnapshotsMemory.ts";
import * as ReplayGuardMemory from "./stores/ReplayGuardMemory.ts";
import * as SecretUsesMemory from "./stores/SecretUsesMemory.ts";
import * as ServerNoncesMemory from "./stores/ServerNoncesMemory.ts";
import * as TokenVaultMemory from "./stores/TokenVaultMemory.ts";
import * as BackfillsMemory from "./sync/BackfillsMemory.ts";
import * as DeadLettersMemory from "./sync/DeadLettersMemory.ts";
import * as DueIdentitiesMemory from "./sync/DueIdentitiesMemory.ts";
import * as FollowedRepositoriesMemory from "./sync/FollowedRepositoriesMemory.ts";
import * as LetterRetriesMemory from "./sync/LetterRetriesMemory.ts";
import * as RecordValidationsMemory from "./sync/RecordValidationsMemory.ts";
import * as SyncCursorsMemory from "./sync/SyncCursorsMemory.ts";
import * as SyncReportsMemory from "./sync/SyncReportsMemory.ts";
import * as CosignaturesMemory from "./transparency/CosignaturesMemory.ts";
import * as PublicationReportsMemory from "./transparency/PublicationReportsMemory.ts";
import * as SealedTreeMemory from "./transparency/SealedTreeMemory.ts";
import * as WebhookOutboxMemory from "./webhook/WebhookOutboxMemory.ts";

/** All storage ports in the memory of this process, with shared transactions. */
export const layer = Layer.mergeAll(
  Layer.merge(AddressHashesMemory.layer, ErasureLedgerMemory.layer),
  BackfillsMemory.layer,
  Layer.merge(CosignaturesMemory.layer, PublicationReportsMemory.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      ActivityCountsMemory.layer,
      Layer.merge(AuditTrailMemory.layer, ClientActivityMemory.layer),
      DueRepositoriesMemory.layer,
      Layer.provideMerge(AccountDirectoryMemory.layer, GrantedAuthorizationsMemory.layer),
      OpenWritesMemory.layer,
      OverdueAuthorizationsMemory.layer,
      PendingRevocationsMemory.layer,
      ReportsMemory.layer,
      SealedTreeMemory.layer
    ),
    Layer.provideMerge(
      UnitsOfWorkMemory.layer,
      Layer.mergeAll(
        AtomicallyMemory.layer,
        EventLogMemory.layer,
        RecordIndexMemory.layer(),
        ReplayGuardMemory.layer,
        TokenVaultMemory.layer
      )
    )
  ),
  ArchiveFilesMemory.layer,
  DeadLettersMemory.layer,
  FollowedRepositoriesMemory.layer,
  DueIdentitiesMemory.layer,
  LeasesMemory.layer,
  LexiconDocumentsMemory.layer,
  LetterRetriesMemory.layer,
  ReadModelSnapshotsMemory.layer,
  Layer.merge(RecordValidationsMemory.layer, ReferenceIndexingMemory.layer),
  Layer.merge(SecretUsesMemory.layer, ServerNoncesMemory.layer),
  LabelersMemory.layer,
  SyncCursorsMemory.layer,
  Layer.mergeAll(SyncReportsMemory.layer, ProcessReportsMemory.layer, DatabaseStatusMemory.layer),
  WebhookOutboxMemory.layer
).pipe(Layer.provide(MemoryStore.layer));
