import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/sync/RecordValidationsPostgres.ts";
import { RecordValidations } from "../../../../src/domain/sync/RecordValidations.ts";
import { collectionProgressContract } from "../../../contracts/collectionProgressContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

collectionProgressContract("postgres", RecordValidations, Layer.provide(layer, migratedDatabase));
