import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/labels/LabelersPostgres.ts";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { labelersContract } from "../../../contracts/labelersContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

labelersContract("postgres", Layer.mergeAll(layer, atomically).pipe(Layer.provide(migratedDatabase)));
