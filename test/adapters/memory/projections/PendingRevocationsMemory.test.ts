import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../../src/adapters/memory/log/EventLogMemory.ts";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/projections/PendingRevocationsMemory.ts";
import { pendingRevocationsContract } from "../../../contracts/pendingRevocationsContract.ts";

pendingRevocationsContract("memory", Layer.provideMerge(layer, eventLog).pipe(Layer.provide(store)));
