import * as Layer from "effect/Layer";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/stores/ReplayGuardMemory.ts";
import { replayGuardContract } from "../../../contracts/replayGuardContract.ts";

replayGuardContract("memory", Layer.provide(layer, store));
