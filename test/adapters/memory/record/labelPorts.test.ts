import * as Layer from "effect/Layer";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { labelStoreContract } from "../../../contracts/labelStoreContract.ts";
import { recordIndexAdminReads } from "../../../contracts/recordIndexAdminReads.ts";
import { recordIndexTakedowns } from "../../../contracts/recordIndexTakedowns.ts";

labelStoreContract("memory", Layer.provide(recordIndexMemory(), memoryStore));
recordIndexAdminReads("memory", Layer.provide(recordIndexMemory(), memoryStore));
recordIndexTakedowns("memory", Layer.provide(recordIndexMemory(), memoryStore));
