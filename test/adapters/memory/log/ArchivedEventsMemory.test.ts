import * as StorageMemory from "../../../../src/adapters/memory/StorageMemory.ts";
import { archivedEventsContract } from "../../../contracts/archivedEventsContract.ts";

archivedEventsContract("memory", StorageMemory.layer);
