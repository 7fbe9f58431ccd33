import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/projections/ReportsPostgres.ts";
import { reportsContract } from "../../../contracts/reportsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

reportsContract("postgres", Layer.mergeAll(layer, eventLog, atomically).pipe(Layer.provide(migratedDatabase)));
