import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { recordValidationsContract } from "../../../contracts/recordValidationsContract.ts";

recordValidationsContract("memory", Layer.fresh(layer));
