import * as Layer from "effect/Layer";
import { layer as referenceIndexing } from "../../../../src/adapters/postgres/record/ReferenceIndexingPostgres.ts";
import { ReferenceIndexing } from "../../../../src/domain/reference/ReferenceIndexing.ts";
import { collectionProgressContract } from "../../../contracts/collectionProgressContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

collectionProgressContract("Postgres", ReferenceIndexing, Layer.provide(referenceIndexing, migratedDatabase));
