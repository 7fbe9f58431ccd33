import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import * as service from "../../src/main/memoryService.ts";

export const publicUrl = "https://app.example";

export const alice = { did: Did.make("did:plc:alice234alice234alice234"), handle: Handle.make("alice.test") };
export const bob = { did: Did.make("did:plc:bob4567bob4567bob4567bob"), handle: Handle.make("bob.test") };

/** `memoryService` with other options. */
export const memoryServiceWith = (options: Partial<service.MemoryServiceOptions>) =>
  service.memoryService({ publicUrl, accounts: [alice, bob], ...options });

/** The whole service without its surface: use cases over the memory adapters and an in-memory PDS with alice and bob. */
export const memoryService = memoryServiceWith({});
