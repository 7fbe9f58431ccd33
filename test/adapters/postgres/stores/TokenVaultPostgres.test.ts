import * as Layer from "effect/Layer";
import { layer as recentSecrets } from "../../../../src/adapters/postgres/log/RecentSecrets.ts";
import { layer } from "../../../../src/adapters/postgres/stores/TokenVaultPostgres.ts";
import { tokenVaultContract } from "../../../contracts/tokenVaultContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

tokenVaultContract("postgres", layer.pipe(Layer.provide(recentSecrets), Layer.provide(migratedDatabase)));
