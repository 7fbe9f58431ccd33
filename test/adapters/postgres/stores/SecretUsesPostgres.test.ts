import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/stores/SecretUsesPostgres.ts";
import { secretUsesContract } from "../../../contracts/secretUsesContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

secretUsesContract("postgres", layer.pipe(Layer.provide(migratedDatabase)));
