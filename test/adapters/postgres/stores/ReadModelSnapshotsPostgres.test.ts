import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/stores/ReadModelSnapshotsPostgres.ts";
import { readModelSnapshotsContract } from "../../../contracts/readModelSnapshotsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

readModelSnapshotsContract("postgres", Layer.mergeAll(layer, atomically).pipe(Layer.provide(migratedDatabase)));
