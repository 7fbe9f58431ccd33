import * as Layer from "effect/Layer";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/stores/LeasesMemory.ts";
import { leasesContract } from "../../../contracts/leasesContract.ts";

leasesContract("memory", Layer.provide(layer, store));
