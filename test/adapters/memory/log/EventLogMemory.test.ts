import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/memory/log/EventLogMemory.ts";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { eventLogContract } from "../../../contracts/eventLogContract.ts";
import { followContract } from "../../../contracts/followContract.ts";

eventLogContract("memory", Layer.provide(layer, store));
followContract("memory", Layer.provide(layer, store));
