import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/sync/SyncCursorsPostgres.ts";
import { syncCursorsContract } from "../../../contracts/syncCursorsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

syncCursorsContract("postgres", Layer.mergeAll(layer, atomically).pipe(Layer.provide(migratedDatabase)));
