import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { storedProjectionsContract } from "../../../contracts/storedProjectionsContract.ts";

storedProjectionsContract("memory", layer);
