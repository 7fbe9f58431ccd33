import * as Layer from "effect/Layer";
import * as EventCheckerNode from "../../src/adapters/crypto/EventCheckerNode.ts";
import * as ArchiveFilesMemory from "../../src/adapters/memory/stores/ArchiveFilesMemory.ts";
import * as AuditTrailPostgres from "../../src/adapters/postgres/audit/AuditTrailPostgres.ts";
import * as EventLogPostgres from "../../src/adapters/postgres/log/EventLogPostgres.ts";
import * as SubjectsPostgres from "../../src/adapters/postgres/personal/SubjectsPostgres.ts";
import * as StoredProjectionsPostgres from "../../src/adapters/postgres/projections/StoredProjectionsPostgres.ts";
import * as ArchivedEventsPostgres from "../../src/adapters/postgres/retention/ArchivedEventsPostgres.ts";
import * as CosignaturesPostgres from "../../src/adapters/postgres/transparency/CosignaturesPostgres.ts";
import * as SealedTreePostgres from "../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import * as LogCensusPostgres from "../../src/adapters/postgres/verification/LogCensusPostgres.ts";

import { testCiphers, testSubjectKeys } from "../support/testSubjectKeys.ts";

/** What verifications and exports read, over the clients of a migrated database. */
export const campaignStores = Layer.mergeAll(
  AuditTrailPostgres.layer,
  SealedTreePostgres.layer,
  CosignaturesPostgres.layer,
  LogCensusPostgres.layer,
  SubjectsPostgres.layer,
  ArchivedEventsPostgres.layer,
  ArchiveFilesMemory.layer,
  StoredProjectionsPostgres.layer,
  EventCheckerNode.layer
).pipe(Layer.provideMerge(EventLogPostgres.layer), Layer.provide(testSubjectKeys), Layer.provide(testCiphers));
