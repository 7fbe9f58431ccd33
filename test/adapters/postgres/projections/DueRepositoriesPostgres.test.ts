import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/projections/DueRepositoriesPostgres.ts";
import { layer as recordIndex } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { dueRepositoriesContract } from "../../../contracts/dueRepositoriesContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

dueRepositoriesContract(
  "postgres",
  Layer.mergeAll(layer, eventLog, atomically, recordIndex()).pipe(Layer.provide(migratedDatabase))
);
