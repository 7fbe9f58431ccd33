import * as Layer from "effect/Layer";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as referenceIndexing } from "../../../../src/adapters/memory/record/ReferenceIndexingMemory.ts";
import { referenceIndexingContract } from "../../../contracts/referenceIndexingContract.ts";

referenceIndexingContract("memory", Layer.provide(referenceIndexing, memoryStore));
