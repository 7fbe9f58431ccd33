import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/projections/SkippedRecordsPostgres.ts";
import { skippedRecordsContract } from "../../../contracts/skippedRecordsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

skippedRecordsContract("postgres", Layer.provide(layer, migratedDatabase));
