import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { RecordValidations } from "../../../../src/domain/sync/RecordValidations.ts";
import { collectionProgressContract } from "../../../contracts/collectionProgressContract.ts";

collectionProgressContract("memory", RecordValidations, Layer.fresh(layer));
