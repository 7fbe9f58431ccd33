import * as Layer from "effect/Layer";
import { layer as referenceIndexing } from "../../../../src/adapters/postgres/record/ReferenceIndexingPostgres.ts";
import { referenceIndexingContract } from "../../../contracts/referenceIndexingContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

referenceIndexingContract("Postgres", Layer.provide(referenceIndexing, migratedDatabase));
