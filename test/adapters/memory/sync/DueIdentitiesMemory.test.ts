import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/memory/log/AtomicallyMemory.ts";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/sync/DueIdentitiesMemory.ts";
import { dueIdentitiesContract } from "../../../contracts/dueIdentitiesContract.ts";

dueIdentitiesContract("memory", Layer.provide(Layer.merge(layer, atomically), memoryStore));
