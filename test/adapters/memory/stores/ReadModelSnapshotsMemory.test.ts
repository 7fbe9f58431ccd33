import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/memory/log/AtomicallyMemory.ts";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/stores/ReadModelSnapshotsMemory.ts";
import { readModelSnapshotsContract } from "../../../contracts/readModelSnapshotsContract.ts";

readModelSnapshotsContract("memory", Layer.provide(Layer.mergeAll(layer, atomically), store));
