import * as Layer from "effect/Layer";
import { layer } from "../../../src/adapters/memory/LeasesMemory.ts";
import { layer as store } from "../../../src/adapters/memory/MemoryStore.ts";
import { leasesContract } from "../../contracts/leasesContract.ts";

leasesContract("memory", Layer.provide(layer, store));
