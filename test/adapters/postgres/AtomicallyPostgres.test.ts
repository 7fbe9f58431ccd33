import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../src/adapters/postgres/AtomicallyPostgres.ts";
import { layer as eventLog } from "../../../src/adapters/postgres/EventLogPostgres.ts";
import { layer as documents } from "../../../src/adapters/postgres/LexiconDocumentsPostgres.ts";
import { layer as vault } from "../../../src/adapters/postgres/TokenVaultPostgres.ts";
import { atomicallyContract } from "../../contracts/atomicallyContract.ts";
import { migratedDatabase } from "./migratedDatabase.ts";

atomicallyContract(
  "postgres",
  Layer.mergeAll(atomically, eventLog, documents, vault).pipe(Layer.provide(migratedDatabase))
);
