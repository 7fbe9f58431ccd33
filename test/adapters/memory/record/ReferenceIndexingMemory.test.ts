import * as Layer from "effect/Layer";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as referenceIndexing } from "../../../../src/adapters/memory/record/ReferenceIndexingMemory.ts";
import { ReferenceIndexing } from "../../../../src/domain/reference/ReferenceIndexing.ts";
import { collectionProgressContract } from "../../../contracts/collectionProgressContract.ts";

collectionProgressContract("memory", ReferenceIndexing, Layer.provide(referenceIndexing, memoryStore));
