import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/projections/OpenWritesPostgres.ts";
import { openWritesContract } from "../../../contracts/openWritesContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

openWritesContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
