import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/sync/RecordValidationsPostgres.ts";
import { recordValidationsContract } from "../../../contracts/recordValidationsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

recordValidationsContract("postgres", Layer.provide(layer, migratedDatabase));
