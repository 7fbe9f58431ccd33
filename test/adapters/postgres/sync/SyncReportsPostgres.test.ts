import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/sync/SyncReportsPostgres.ts";
import { syncReportsContract } from "../../../contracts/syncReportsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

syncReportsContract("postgres", Layer.provide(layer, migratedDatabase));
