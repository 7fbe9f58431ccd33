import * as Layer from "effect/Layer";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/sync/SyncReportsMemory.ts";
import { syncReportsContract } from "../../../contracts/syncReportsContract.ts";

syncReportsContract("memory", Layer.provide(layer, store));
