import * as Layer from "effect/Layer";
import { layer } from "../../../src/adapters/memory/AuditTrailMemory.ts";
import { layer as eventLog } from "../../../src/adapters/memory/EventLogMemory.ts";
import { layer as store } from "../../../src/adapters/memory/MemoryStore.ts";
import { auditTrailContract } from "../../contracts/auditTrailContract.ts";

auditTrailContract("memory", Layer.provideMerge(layer, eventLog).pipe(Layer.provide(store)));
