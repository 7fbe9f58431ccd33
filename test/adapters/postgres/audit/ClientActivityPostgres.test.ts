import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/audit/ClientActivityPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { clientActivityContract } from "../../../contracts/clientActivityContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

clientActivityContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
