import * as Layer from "effect/Layer";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { recordIndexSearch, searchedFields } from "../../../contracts/recordIndexSearch.ts";

recordIndexSearch("memory", Layer.provide(recordIndexMemory(), memoryStore));
recordIndexSearch(
  "memory with configured fields",
  Layer.provide(recordIndexMemory({ searched: searchedFields }), memoryStore)
);
