import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { eventLogContract } from "../../../contracts/eventLogContract.ts";
import { followContract } from "../../../contracts/followContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

eventLogContract("postgres", Layer.provide(layer, migratedDatabase));
followContract("postgres", Layer.provide(layer, migratedDatabase));
