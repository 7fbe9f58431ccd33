import * as Layer from "effect/Layer";
import { layer } from "../../../src/adapters/memory/LexiconDocumentsMemory.ts";
import { layer as store } from "../../../src/adapters/memory/MemoryStore.ts";
import { lexiconDocumentsContract } from "../../contracts/lexiconDocumentsContract.ts";

lexiconDocumentsContract("memory", Layer.provide(layer, store));
