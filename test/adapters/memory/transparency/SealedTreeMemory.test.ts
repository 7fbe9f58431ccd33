import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { sealedTreeContract } from "../../../contracts/sealedTreeContract.ts";

sealedTreeContract("memory", layer);
