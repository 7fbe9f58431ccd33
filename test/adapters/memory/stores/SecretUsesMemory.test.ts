import { layer } from "../../../../src/adapters/memory/stores/SecretUsesMemory.ts";
import { secretUsesContract } from "../../../contracts/secretUsesContract.ts";

secretUsesContract("memory", layer);
