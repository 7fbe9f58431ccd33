import { layer } from "../../../src/adapters/memory/ServerNoncesMemory.ts";
import { serverNoncesContract } from "../../contracts/serverNoncesContract.ts";

serverNoncesContract("memory", layer);
