import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../src/adapters/postgres/EventLogPostgres.ts";
import { layer } from "../../../src/adapters/postgres/OwedRevocationsPostgres.ts";
import { owedRevocationsContract } from "../../contracts/owedRevocationsContract.ts";
import { migratedDatabase } from "./migratedDatabase.ts";

owedRevocationsContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
