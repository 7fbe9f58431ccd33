import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { webhookOutboxContract } from "../../../contracts/webhookOutboxContract.ts";

webhookOutboxContract("memory", layer);
