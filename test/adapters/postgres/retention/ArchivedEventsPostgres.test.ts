import * as Layer from "effect/Layer";
import * as ActivityCountsPostgres from "../../../../src/adapters/postgres/audit/ActivityCountsPostgres.ts";
import * as AuditTrailPostgres from "../../../../src/adapters/postgres/audit/AuditTrailPostgres.ts";
import * as AtomicallyPostgres from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import * as EventLogPostgres from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import * as SubjectsPostgres from "../../../../src/adapters/postgres/personal/SubjectsPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/retention/ArchivedEventsPostgres.ts";
import * as SealedTreePostgres from "../../../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { archivedEventsContract } from "../../../contracts/archivedEventsContract.ts";
import { testCiphers } from "../../../support/testSubjectKeys.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

archivedEventsContract(
  "postgres",
  Layer.mergeAll(
    EventLogPostgres.layer,
    AtomicallyPostgres.layer,
    SubjectsPostgres.layer,
    SealedTreePostgres.layer,
    ActivityCountsPostgres.layer,
    AuditTrailPostgres.layer,
    layer
  ).pipe(Layer.provide(testCiphers), Layer.provide(migratedDatabase))
);
