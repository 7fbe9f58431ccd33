import * as Schema from "effect/Schema";
import type { KeyedCipher } from "../../../domain/crypto/KeyedCipher.ts";
import type { PreparedEvent } from "../../../domain/event/assignVersions.ts";
import type { OwnedPart } from "../../../domain/personal/personalParts.ts";
import { openedGroup, StoredGroup } from "../../../domain/personal/storedParts.ts";
import type { Subject } from "./SubjectKeys.ts";

/**
 * The column `personal` of an event: the encrypted personal values by person. `subject` is the pseudonym of the person in
 * `subjectDid`, and `uri` a keyed hash of the AT URI of the event, both for searching; each is absent if there is none.
 */
export const PersonalColumn = Schema.Struct({
  subject: Schema.optionalWith(Schema.String, { exact: true }),
  uri: Schema.optionalWith(Schema.String, { exact: true }),
  groups: Schema.Array(StoredGroup)
});
export type PersonalColumn = typeof PersonalColumn.Type;

const utf8 = new TextEncoder();

/** A ciphertext is valid only in its event, and for its person. */
export const associated = (eventId: string, subjectId: string): string => `event/${eventId}/${subjectId}`;

/** Where the events about a record have its AT URI. */
export const uriPointer = "/data/uri";

/** The parts of each person in an event. */
const byOwner = (owned: ReadonlyArray<OwnedPart>): ReadonlyMap<string, ReadonlyArray<OwnedPart>> =>
  Map.groupBy(owned, ({ owner }) => owner);

const base64Url = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64url");

/** Returns the column of an event, or null if nothing of it is personal. Every owner must be among the persons. */
export const personalColumn = (
  { event, owned }: Pick<PreparedEvent, "event" | "owned">,
  cipher: KeyedCipher["Type"],
  subjects: ReadonlyMap<string, Subject>
): PersonalColumn | null => {
  if (owned.length === 0) return null;
  const groups: Array<StoredGroup> = [];
  let column: Omit<PersonalColumn, "groups"> = {};
  for (const [owner, parts] of byOwner(owned)) {
    const subject = subjects.get(owner);
    if (subject === undefined) continue;
    const plaintext = utf8.encode(JSON.stringify(openedGroup(parts)));
    const sealed = base64Url(cipher.encrypt(subject.key, associated(event.id, subject.id), plaintext));
    groups.push({
      subject: subject.id,
      sealed,
      places: parts.map(({ part: { kind, pointers } }) => ({ kind, pointers }))
    });
    if (owner === event.subjectDid) column = { ...column, subject: subject.id };
    const uri = parts.find(({ part }) => part.pointers.includes(uriPointer));
    if (uri !== undefined) column = { ...column, uri: cipher.tag(subject.key, uri.value) };
  }
  return { ...column, groups };
};
