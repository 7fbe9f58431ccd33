import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/sync/LetterRetriesPostgres.ts";
import { letterRetriesContract } from "../../../contracts/letterRetriesContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

letterRetriesContract("postgres", Layer.provide(layer, migratedDatabase));
