import * as Layer from "effect/Layer";
import * as StorageMemory from "../../../../src/adapters/memory/StorageMemory.ts";
import { layer } from "../../../../src/adapters/memory/verification/LogCensusMemory.ts";
import { logCensusContract } from "../../../contracts/logCensusContract.ts";

logCensusContract("memory", Layer.provideMerge(layer, StorageMemory.layer));
