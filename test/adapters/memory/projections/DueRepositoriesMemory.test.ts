import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { dueRepositoriesContract } from "../../../contracts/dueRepositoriesContract.ts";

dueRepositoriesContract("memory", Layer.fresh(layer));
