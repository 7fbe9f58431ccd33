import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/projections/OverdueAuthorizationsPostgres.ts";
import { overdueAuthorizationsContract } from "../../../contracts/overdueAuthorizationsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

overdueAuthorizationsContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
