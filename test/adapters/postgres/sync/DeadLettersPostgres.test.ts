import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer, layerWith } from "../../../../src/adapters/postgres/sync/DeadLettersPostgres.ts";
import { deadLetterLimitsContract, deadLettersContract, smallLimits } from "../../../contracts/deadLettersContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

deadLettersContract("postgres", Layer.mergeAll(layer, atomically).pipe(Layer.provide(migratedDatabase)));
deadLetterLimitsContract("postgres", Layer.provide(layerWith(smallLimits), migratedDatabase));
