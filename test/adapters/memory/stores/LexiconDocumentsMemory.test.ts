import * as Layer from "effect/Layer";
import { layer as store } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer } from "../../../../src/adapters/memory/stores/LexiconDocumentsMemory.ts";
import { lexiconDocumentsContract } from "../../../contracts/lexiconDocumentsContract.ts";

lexiconDocumentsContract("memory", Layer.provide(layer, store));
