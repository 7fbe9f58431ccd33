import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/projections/AccountDirectoryPostgres.ts";
import { layer as recordIndex } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { accountDirectoryContract } from "../../../contracts/accountDirectoryContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

accountDirectoryContract(
  "postgres",
  Layer.mergeAll(layer, eventLog, recordIndex()).pipe(Layer.provide(migratedDatabase))
);
