import * as Layer from "effect/Layer";
import { layer, layerWith } from "../../../../src/adapters/postgres/audit/AuditTrailPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { auditTrailContract } from "../../../contracts/auditTrailContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

auditTrailContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
auditTrailContract(
  "postgres, in many stretches, all that is recent taken over",
  Layer.merge(layerWith({ firstBatchSize: 3, recent: 0 }), eventLog).pipe(Layer.provide(migratedDatabase))
);
auditTrailContract(
  "postgres, some of it taken over and some not",
  Layer.merge(layerWith({ firstBatchSize: 3, recent: 7 }), eventLog).pipe(Layer.provide(migratedDatabase))
);
