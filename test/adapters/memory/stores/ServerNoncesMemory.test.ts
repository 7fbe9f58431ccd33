import { layer } from "../../../../src/adapters/memory/stores/ServerNoncesMemory.ts";
import { serverNoncesContract } from "../../../contracts/serverNoncesContract.ts";

serverNoncesContract("memory", layer);
