import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/memory/log/AtomicallyMemory.ts";
import { layer as eventLog } from "../../../../src/adapters/memory/log/EventLogMemory.ts";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/projections/ReportsMemory.ts";
import { reportsContract } from "../../../contracts/reportsContract.ts";

reportsContract("memory", Layer.merge(Layer.provideMerge(layer, eventLog), atomically).pipe(Layer.provide(store)));
