import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/sync/FollowedRepositoriesPostgres.ts";
import { followedRepositoriesContract } from "../../../contracts/followedRepositoriesContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

followedRepositoriesContract("postgres", Layer.mergeAll(layer, atomically).pipe(Layer.provide(migratedDatabase)));
