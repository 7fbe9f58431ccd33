import * as Layer from "effect/Layer";
import * as EventLogPostgres from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { sealedTreeContract } from "../../../contracts/sealedTreeContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

sealedTreeContract("postgres", Layer.provide(Layer.merge(EventLogPostgres.layer, layer), migratedDatabase));
