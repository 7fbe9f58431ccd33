import * as Layer from "effect/Layer";
import { layer, layerWith } from "../../../../src/adapters/postgres/audit/AuditTrailPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { auditTrailContract } from "../../../contracts/auditTrailContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

auditTrailContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
auditTrailContract(
  "postgres, in many batches, with all recent events in the index",
  Layer.merge(layerWith({ firstBatchSize: 3, recent: 0 }), eventLog).pipe(Layer.provide(migratedDatabase))
);
auditTrailContract(
  "postgres, with only some events in the index",
  Layer.merge(layerWith({ firstBatchSize: 3, recent: 7 }), eventLog).pipe(Layer.provide(migratedDatabase))
);
