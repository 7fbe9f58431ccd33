import * as Encoding from "effect/Encoding";
import { type Hashing, pureHashing } from "../crypto/Hashing.ts";
import type { RecordedEvent } from "../event/Envelope.ts";
import { canonicalEvent, leafPrefix } from "../event/leafHash.ts";
import { valueAt } from "../personal/jsonPointer.ts";
import { commitsTo } from "../personal/personalParts.ts";
import { type Fault, leafFault } from "./Fault.ts";
import { unmatchedCommitment } from "./unmatchedCommitment.ts";

/** An event with the bytes of its leaf as text, the leaf hash that was computed from them, and what does not hold. */
export interface CheckedEvent {
  readonly event: RecordedEvent;
  readonly text: string;
  readonly leafHash: Uint8Array;
  readonly fault: Fault | null;
}

const leafChanged = "the event does not match its leaf hash";

const personalFault = (event: RecordedEvent, hashing: Hashing): Fault | null => {
  const { personal = [], position } = event;
  for (const part of personal) {
    const wrong =
      part.salt === null
        ? undefined
        : part.pointers.find((pointer) => !commitsTo(part, valueAt(event, pointer), hashing));
    if (wrong !== undefined)
      return { position, part: "personal-data", reason: `the value of ${wrong} does not match its commitment` };
  }
  return null;
};

/** Recomputes the leaf hash of an event, and the commitments of its personal parts. */
export const checkEvent = (event: RecordedEvent, hashing: Hashing = pureHashing): CheckedEvent => {
  const { position } = event;
  const isLeaf = (hash: Uint8Array): boolean => Encoding.encodeBase64Url(hash) === event.leafHash;
  const text = canonicalEvent(event);
  const leafHash = hashing.digest(leafPrefix + text);
  const unmatched = unmatchedCommitment(event, text);
  if (unmatched === null || (isLeaf(leafHash) && unmatched.text !== text)) {
    const fault: Fault | null = isLeaf(leafHash) ? personalFault(event, hashing) : leafFault(position, leafChanged);
    return { event, text, leafHash, fault };
  }
  const committed = { event, text: unmatched.text, leafHash: hashing.digest(leafPrefix + unmatched.text) };
  if (!isLeaf(committed.leafHash)) return { ...committed, fault: leafFault(position, leafChanged) };
  const reason = `the value of ${unmatched.pointer} is ${unmatched.isMissing ? "missing" : "stored twice"}`;
  return { ...committed, fault: { position, part: "personal-data", reason } };
};
