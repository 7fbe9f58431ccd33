import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/memory/log/AtomicallyMemory.ts";
import { layer as eventLog } from "../../../../src/adapters/memory/log/EventLogMemory.ts";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as documents } from "../../../../src/adapters/memory/stores/LexiconDocumentsMemory.ts";
import { layer as vault } from "../../../../src/adapters/memory/stores/TokenVaultMemory.ts";
import { atomicallyContract } from "../../../contracts/atomicallyContract.ts";

atomicallyContract("memory", Layer.mergeAll(atomically, eventLog, documents, vault).pipe(Layer.provide(store)));
