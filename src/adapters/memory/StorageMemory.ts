import * as Layer from "effect/Layer";
import * as ActivityCountsMemory from "./ActivityCountsMemory.ts";
import * as AtomicallyMemory from "./AtomicallyMemory.ts";
import * as AuditTrailMemory from "./AuditTrailMemory.ts";
import * as DueRepositoriesMemory from "./DueRepositoriesMemory.ts";
import * as EventLogMemory from "./EventLogMemory.ts";
import * as GrantedAuthorizationsMemory from "./GrantedAuthorizationsMemory.ts";
import * as LeasesMemory from "./LeasesMemory.ts";
import * as LexiconDocumentsMemory from "./LexiconDocumentsMemory.ts";
import * as MemoryStore from "./MemoryStore.ts";
import * as OpenWritesMemory from "./OpenWritesMemory.ts";
import * as OverdueAuthorizationsMemory from "./OverdueAuthorizationsMemory.ts";
import * as OwedRevocationsMemory from "./OwedRevocationsMemory.ts";
import * as ReplayGuardMemory from "./ReplayGuardMemory.ts";
import * as RecordIndexMemory from "./record/RecordIndexMemory.ts";
import * as ServerNoncesMemory from "./ServerNoncesMemory.ts";
import * as SkippedRecordsMemory from "./SkippedRecordsMemory.ts";
import * as TokenVaultMemory from "./TokenVaultMemory.ts";

/** Everything that the service stores, in the memory of this process and in the same transactions. */
export const layer = Layer.mergeAll(
  AtomicallyMemory.layer,
  Layer.provideMerge(
    Layer.mergeAll(
      ActivityCountsMemory.layer,
      AuditTrailMemory.layer,
      DueRepositoriesMemory.layer,
      GrantedAuthorizationsMemory.layer,
      OpenWritesMemory.layer,
      OverdueAuthorizationsMemory.layer,
      OwedRevocationsMemory.layer
    ),
    EventLogMemory.layer
  ),
  LeasesMemory.layer,
  LexiconDocumentsMemory.layer,
  RecordIndexMemory.layer(),
  ReplayGuardMemory.layer,
  ServerNoncesMemory.layer,
  SkippedRecordsMemory.layer,
  TokenVaultMemory.layer
).pipe(Layer.provide(MemoryStore.layer));
