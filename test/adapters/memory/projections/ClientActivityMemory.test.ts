import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../../src/adapters/memory/log/EventLogMemory.ts";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/projections/ClientActivityMemory.ts";
import { clientActivityContract } from "../../../contracts/clientActivityContract.ts";

clientActivityContract("memory", Layer.provideMerge(layer, eventLog).pipe(Layer.provide(store)));
