import * as Layer from "effect/Layer";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { layer as atomicallyPostgres } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as recordChangesPostgres } from "../../../../src/adapters/postgres/record/RecordChangesPostgres.ts";
import { layer as recordIndexPostgres } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { recordChangesConcurrency } from "../../../contracts/recordChangesConcurrency.ts";
import { recordChangesContract } from "../../../contracts/recordChangesContract.ts";
import { recordChangesEquality } from "../../../contracts/recordChangesEquality.ts";
import { recordsDatabase } from "./recordsDatabase.ts";

recordChangesContract(
  "Postgres",
  Layer.provide(Layer.mergeAll(recordIndexPostgres(), recordChangesPostgres, atomicallyPostgres), recordsDatabase)
);

recordChangesEquality(
  "memory and Postgres",
  60,
  Layer.provide(recordIndexMemory(), memoryStore),
  Layer.provide(Layer.merge(recordIndexPostgres(), recordChangesPostgres), recordsDatabase)
);

recordChangesConcurrency(
  "Postgres",
  Layer.provide(Layer.mergeAll(recordIndexPostgres(), recordChangesPostgres, atomicallyPostgres), recordsDatabase)
);
