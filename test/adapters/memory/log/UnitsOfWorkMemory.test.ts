import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { unitsOfWorkContract } from "../../../contracts/unitsOfWorkContract.ts";

unitsOfWorkContract("memory", layer);
