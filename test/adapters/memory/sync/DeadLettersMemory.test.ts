import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/memory/log/AtomicallyMemory.ts";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer, layerWith } from "../../../../src/adapters/memory/sync/DeadLettersMemory.ts";
import { deadLetterLimitsContract, deadLettersContract, smallLimits } from "../../../contracts/deadLettersContract.ts";

deadLettersContract("memory", Layer.mergeAll(layer, atomically).pipe(Layer.provide(store)));
deadLetterLimitsContract("memory", Layer.provide(layerWith(smallLimits), store));
