import * as Layer from "effect/Layer";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/stores/ProcessReportsMemory.ts";
import { processReportsContract } from "../../../contracts/processReportsContract.ts";

processReportsContract("memory", Layer.provide(layer, store));
