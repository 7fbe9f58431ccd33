import * as Layer from "effect/Layer";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/projections/SkippedRecordsMemory.ts";
import { skippedRecordsContract } from "../../../contracts/skippedRecordsContract.ts";

skippedRecordsContract("memory", Layer.provide(layer, store));
