import * as Layer from "effect/Layer";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/stores/TokenVaultMemory.ts";
import { tokenVaultContract } from "../../../contracts/tokenVaultContract.ts";

tokenVaultContract("memory", Layer.provide(layer, store));
