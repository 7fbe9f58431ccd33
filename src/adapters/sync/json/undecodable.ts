import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import { maxDeadLetterBytes } from "../../../domain/sync/DeadLetters.ts";
import type { UndecodableEvent } from "../../../domain/sync/stream/RepoEvent.ts";

const isDid = Schema.is(Did);

/** Returns the event for a message that cannot be read. `did` is what the message states as the DID, of any type. */
export const undecodable = (did: unknown, reason: string, message: Uint8Array): UndecodableEvent => ({
  _tag: "Undecodable",
  did: isDid(did) ? did : null,
  reason,
  // A copy: a part would keep all of what was received together in memory.
  bytes: new Uint8Array(message.subarray(0, maxDeadLetterBytes))
});
