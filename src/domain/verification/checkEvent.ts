import * as Encoding from "effect/Encoding";
import type { RecordedEvent } from "../event/Envelope.ts";
import { canonicalEvent } from "../event/leafHash.ts";
import { valueAt } from "../personal/jsonPointer.ts";
import { commitsTo } from "../personal/personalParts.ts";
import { leafHashOf } from "../transparency/merkleHash.ts";
import type { Fault } from "./Fault.ts";

/** An event with the bytes of its leaf as text, the leaf hash that was computed from them, and what does not hold. */
export interface CheckedEvent {
  readonly event: RecordedEvent;
  readonly text: string;
  readonly leafHash: Uint8Array;
  readonly fault: Fault | null;
}

const utf8 = new TextEncoder();

const leafChanged = "the event does not match its leaf hash";

const personalFault = (event: RecordedEvent): Fault | null => {
  const { personal = [], position } = event;
  for (const part of personal) {
    const wrong =
      part.salt === null ? undefined : part.pointers.find((pointer) => !commitsTo(part, valueAt(event, pointer)));
    if (wrong !== undefined)
      return { position, part: "personal-data", reason: `the value of ${wrong} does not match its commitment` };
  }
  return null;
};

/** Recomputes the leaf hash of an event, and the commitments of its personal parts. */
export const checkEvent = (event: RecordedEvent): CheckedEvent => {
  const { position } = event;
  const text = canonicalEvent(event);
  const leafHash = leafHashOf(utf8.encode(text));
  const fault: Fault | null =
    Encoding.encodeBase64Url(leafHash) === event.leafHash
      ? personalFault(event)
      : { position, part: "leaf", reason: leafChanged };
  return { event, text, leafHash, fault };
};
