import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as documents } from "../../../../src/adapters/postgres/stores/LexiconDocumentsPostgres.ts";
import { layer as vault } from "../../../../src/adapters/postgres/stores/TokenVaultPostgres.ts";
import { atomicallyContract } from "../../../contracts/atomicallyContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

atomicallyContract(
  "postgres",
  Layer.mergeAll(atomically, documents, Layer.provideMerge(vault, eventLog)).pipe(Layer.provide(migratedDatabase))
);
