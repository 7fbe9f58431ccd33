import * as Layer from "effect/Layer";
import { layer as recordIndexPostgres } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { layer as removedRecordsPostgres } from "../../../../src/adapters/postgres/record/RemovedRecordsPostgres.ts";
import { removedRecordsContract } from "../../../contracts/removedRecordsContract.ts";
import { recordsDatabase } from "./recordsDatabase.ts";

removedRecordsContract(
  "Postgres",
  Layer.provide(Layer.merge(recordIndexPostgres(), removedRecordsPostgres), recordsDatabase)
);
