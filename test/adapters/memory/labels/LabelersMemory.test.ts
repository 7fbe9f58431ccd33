import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/memory/labels/LabelersMemory.ts";
import { layer as atomically } from "../../../../src/adapters/memory/log/AtomicallyMemory.ts";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { labelersContract } from "../../../contracts/labelersContract.ts";

labelersContract("memory", Layer.provide(Layer.mergeAll(layer, atomically), store));
