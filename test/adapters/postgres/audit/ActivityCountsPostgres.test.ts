import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/audit/ActivityCountsPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { activityCountsContract } from "../../../contracts/activityCountsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

activityCountsContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
