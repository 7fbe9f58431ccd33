import * as Layer from "effect/Layer";
import { layer as atomicallyMemory } from "../../../../src/adapters/memory/log/AtomicallyMemory.ts";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { recordChangesContract } from "../../../contracts/recordChangesContract.ts";

recordChangesContract("memory", Layer.provide(Layer.merge(recordIndexMemory(), atomicallyMemory), memoryStore));
