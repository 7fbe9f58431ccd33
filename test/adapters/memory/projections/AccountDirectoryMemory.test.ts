import { layer as storage } from "../../../../src/adapters/memory/StorageMemory.ts";
import { accountDirectoryContract } from "../../../contracts/accountDirectoryContract.ts";

accountDirectoryContract("memory", storage);
