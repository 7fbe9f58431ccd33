import type { Hashing } from "../crypto/Hashing.ts";
import type { RecordedEvent } from "../event/Envelope.ts";
import { checkEvent } from "./checkEvent.ts";
import type { CheckedEvents } from "./EventChecker.ts";
import type { Fault } from "./Fault.ts";

/** Returns the leaf hashes of events, computed anew, and the first fault. */
export const checkEvents = (events: ReadonlyArray<RecordedEvent>, hashing: Hashing): CheckedEvents => {
  const leafHashes = new Uint8Array(events.length * 32);
  let first: Fault | null = null;
  for (const [index, event] of events.entries()) {
    const { fault, leafHash } = checkEvent(event, hashing);
    leafHashes.set(leafHash, index * 32);
    first ??= fault;
  }
  return { leafHashes, fault: first };
};
