import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/stores/LeasesPostgres.ts";
import { leasesContract } from "../../../contracts/leasesContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

leasesContract("postgres", Layer.provide(layer, migratedDatabase));
