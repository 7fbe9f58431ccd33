import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/stores/LexiconDocumentsPostgres.ts";
import { lexiconDocumentsContract } from "../../../contracts/lexiconDocumentsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

lexiconDocumentsContract("postgres", Layer.provide(layer, migratedDatabase));
