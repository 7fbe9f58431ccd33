import * as Layer from "effect/Layer";
import * as EventLogPostgres from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import * as SealedTreePostgres from "../../../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { layer } from "../../../../src/adapters/postgres/verification/LogCensusPostgres.ts";
import { logCensusContract } from "../../../contracts/logCensusContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

logCensusContract(
  "postgres",
  Layer.provide(Layer.mergeAll(EventLogPostgres.layer, SealedTreePostgres.layer, layer), migratedDatabase)
);
