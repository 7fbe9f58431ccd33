import type { Did } from "../atproto/Did.ts";
import type { RecordedEvent } from "../event/Envelope.ts";
import { erasedValue } from "./erasedValue.ts";
import { partsByOwner } from "./storedParts.ts";
import { withValues } from "./withValues.ts";

/**
 * Returns what readers see of an event once a person is erased: the erased form in place of what belongs to the person.
 * What belongs to others, and the leaf hash, stay as they are.
 */
export const erasePerson = (event: RecordedEvent, did: Did, subjectId: string): RecordedEvent => {
  const erased = partsByOwner(event).get(did);
  if (erased === undefined) return event;
  const values = new Map(
    erased.flatMap(({ kind, pointers }) => pointers.map((pointer) => [pointer, erasedValue(kind, subjectId)] as const))
  );
  const personal = (event.personal ?? []).map((part) => (erased.includes(part) ? { ...part, salt: null } : part));
  return { ...withValues(event, values), personal };
};
