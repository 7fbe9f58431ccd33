import { layer } from "../../../../src/adapters/memory/stores/AddressHashesMemory.ts";
import { addressHashesContract } from "../../../contracts/addressHashesContract.ts";

addressHashesContract("memory", layer);
