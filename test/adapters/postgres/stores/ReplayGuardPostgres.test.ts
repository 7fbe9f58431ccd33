import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/stores/ReplayGuardPostgres.ts";
import { replayGuardContract } from "../../../contracts/replayGuardContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

replayGuardContract("postgres", Layer.provide(layer, migratedDatabase));
