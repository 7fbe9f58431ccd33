import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { requiredIdentitiesContract } from "../../../contracts/requiredIdentitiesContract.ts";
import { unitsOfWorkContract } from "../../../contracts/unitsOfWorkContract.ts";

unitsOfWorkContract("memory", layer);
requiredIdentitiesContract("memory", layer);
