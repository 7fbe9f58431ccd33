import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/stores/TokenVaultPostgres.ts";
import { tokenVaultContract } from "../../../contracts/tokenVaultContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

tokenVaultContract("postgres", Layer.provide(layer, migratedDatabase));
