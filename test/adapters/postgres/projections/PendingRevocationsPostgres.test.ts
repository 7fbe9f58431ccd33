import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/projections/PendingRevocationsPostgres.ts";
import { pendingRevocationsContract } from "../../../contracts/pendingRevocationsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

pendingRevocationsContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
