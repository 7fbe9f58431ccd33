import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/sync/BackfillsPostgres.ts";
import { backfillsContract } from "../../../contracts/backfillsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

backfillsContract("postgres", Layer.merge(layer, atomically).pipe(Layer.provide(migratedDatabase)));
