import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { backfillsContract } from "../../../contracts/backfillsContract.ts";

backfillsContract("memory", Layer.fresh(layer));
