import * as Layer from "effect/Layer";
import { layer as memoryStore } from "../../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { layer as recordIndexPostgres } from "../../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { layer as indexSearches } from "../../../../../src/adapters/postgres/record/search/indexSearches.ts";
import { SearchStates } from "../../../../../src/adapters/postgres/record/search/SearchStates.ts";
import type { IndexedField } from "../../../../../src/domain/record/index/IndexedField.ts";
import { recordIndexSearch, searchedFields } from "../../../../contracts/recordIndexSearch.ts";
import { recordIndexSearchEquality } from "../../../../contracts/recordIndexSearchEquality.ts";
import { recordsDatabase } from "../recordsDatabase.ts";

const postgres = (fields: ReadonlyArray<IndexedField>) => {
  const searches = new SearchStates(fields);
  return indexSearches(searches, "20 millis").pipe(
    Layer.provide(recordIndexPostgres({ searches })),
    Layer.provide(recordsDatabase)
  );
};
const memory = (searched: ReadonlyArray<IndexedField>) =>
  recordIndexMemory({ searched }).pipe(Layer.provide(memoryStore));

recordIndexSearch("Postgres, small collection", postgres([]));
recordIndexSearch("Postgres, indexed collection", postgres(searchedFields));
recordIndexSearchEquality("memory and Postgres, small collection", 40, memory([]), postgres([]));
recordIndexSearchEquality("memory and Postgres, indexed", 40, memory(searchedFields), postgres(searchedFields));
