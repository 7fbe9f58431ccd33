import * as Layer from "effect/Layer";
import { layer } from "../../../src/adapters/postgres/DueRepositoriesPostgres.ts";
import { layer as eventLog } from "../../../src/adapters/postgres/EventLogPostgres.ts";
import { dueRepositoriesContract } from "../../contracts/dueRepositoriesContract.ts";
import { migratedDatabase } from "./migratedDatabase.ts";

dueRepositoriesContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
