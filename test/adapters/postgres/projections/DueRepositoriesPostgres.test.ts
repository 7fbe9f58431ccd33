import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/projections/DueRepositoriesPostgres.ts";
import { dueRepositoriesContract } from "../../../contracts/dueRepositoriesContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

dueRepositoriesContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
