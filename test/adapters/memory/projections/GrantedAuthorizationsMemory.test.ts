import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../../src/adapters/memory/log/EventLogMemory.ts";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/projections/GrantedAuthorizationsMemory.ts";
import { grantedAuthorizationsContract } from "../../../contracts/grantedAuthorizationsContract.ts";

grantedAuthorizationsContract("memory", Layer.provideMerge(layer, eventLog).pipe(Layer.provide(store)));
