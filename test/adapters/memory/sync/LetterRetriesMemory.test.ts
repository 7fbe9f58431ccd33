import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { letterRetriesContract } from "../../../contracts/letterRetriesContract.ts";

letterRetriesContract("memory", Layer.fresh(layer));
