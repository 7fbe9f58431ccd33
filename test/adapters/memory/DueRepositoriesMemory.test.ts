import * as Layer from "effect/Layer";
import { layer } from "../../../src/adapters/memory/DueRepositoriesMemory.ts";
import { layer as eventLog } from "../../../src/adapters/memory/EventLogMemory.ts";
import { layer as store } from "../../../src/adapters/memory/MemoryStore.ts";
import { dueRepositoriesContract } from "../../contracts/dueRepositoriesContract.ts";

dueRepositoriesContract("memory", Layer.provideMerge(layer, eventLog).pipe(Layer.provide(store)));
