import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/sync/DueIdentitiesPostgres.ts";
import { dueIdentitiesContract } from "../../../contracts/dueIdentitiesContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

dueIdentitiesContract("Postgres", Layer.provide(Layer.merge(layer, atomically), migratedDatabase));
