import * as Layer from "effect/Layer";
import { layer } from "../../../src/adapters/memory/ActivityCountsMemory.ts";
import { layer as eventLog } from "../../../src/adapters/memory/EventLogMemory.ts";
import { layer as store } from "../../../src/adapters/memory/MemoryStore.ts";
import { activityCountsContract } from "../../contracts/activityCountsContract.ts";

activityCountsContract("memory", Layer.provideMerge(layer, eventLog).pipe(Layer.provide(store)));
