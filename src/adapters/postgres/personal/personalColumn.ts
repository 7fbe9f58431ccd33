import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { KeyedCipher } from "../../../domain/crypto/KeyedCipher.ts";
import type { VersionedEvent } from "../../../domain/event/assignVersions.ts";
import { valueAt } from "../../../domain/personal/jsonPointer.ts";
import type { PersonalPart } from "../../../domain/personal/PersonalPart.ts";
import { type JoinedGroup, type Opening, openedGroup, StoredGroup } from "../../../domain/personal/storedParts.ts";
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
const text = new TextDecoder();

/** A ciphertext is valid only in its event, and for its person. */
const associated = (eventId: string, subjectId: string): string => `event/${eventId}/${subjectId}`;

const uriPointer = "/data/uri";

const uriTag = (event: VersionedEvent, cipher: KeyedCipher["Type"], { key }: Subject): { readonly uri?: string } => {
  const uri = valueAt(event, uriPointer);
  return typeof uri === "string" ? { uri: cipher.tag(key, uri) } : {};
};

/**
 * Returns the column of an event, of whose personal parts the owners are given, or null if nothing of it is personal. Every
 * owner must be among the persons.
 */
export const personalColumn = (
  event: VersionedEvent,
  partsOf: ReadonlyMap<Did, ReadonlyArray<PersonalPart>>,
  cipher: KeyedCipher["Type"],
  subjects: ReadonlyMap<string, Subject>
): PersonalColumn | null => {
  if (event.personal === undefined) return null;
  const groups: Array<StoredGroup> = [];
  let column: Omit<PersonalColumn, "groups"> = {};
  for (const [owner, parts] of partsOf) {
    const subject = subjects.get(owner);
    if (subject === undefined) continue;
    const plaintext = utf8.encode(JSON.stringify(openedGroup(event, parts)));
    const sealed = Encoding.encodeBase64Url(cipher.encrypt(subject.key, associated(event.id, subject.id), plaintext));
    groups.push({ subject: subject.id, sealed, places: parts.map(({ kind, pointers }) => ({ kind, pointers })) });
    if (owner === event.subjectDid) column = { ...column, subject: subject.id };
    if (parts.some(({ pointers }) => pointers.includes(uriPointer)))
      column = { ...column, ...uriTag(event, cipher, subject) };
  }
  return { ...column, groups };
};

const OpenedJson = Schema.parseJson(Schema.Array(Schema.Tuple(Schema.String, Schema.Unknown)));
const decodeOpened = Schema.decodeEither(OpenedJson);

const damaged: Opening = { _tag: "Damaged" };
const erased: Opening = { _tag: "Erased" };

const openGroup = (
  eventId: string,
  stored: StoredGroup,
  cipher: KeyedCipher["Type"],
  subject: Subject | undefined
): Opening => {
  if (subject === undefined) return erased;
  const opened = Encoding.decodeBase64Url(stored.sealed).pipe(
    Either.getRight,
    Option.flatMap((bytes) => cipher.decrypt(subject.key, associated(eventId, subject.id), bytes)),
    Option.flatMap((bytes) => Either.getRight(decodeOpened(text.decode(bytes))))
  );
  return Option.match(opened, { onNone: () => damaged, onSome: (group): Opening => ({ _tag: "Opened", group }) });
};

/** Returns the groups of an event with what became of each. */
export const openGroups = (
  eventId: string,
  { groups }: PersonalColumn,
  cipher: KeyedCipher["Type"],
  subjects: ReadonlyMap<string, Subject>
): ReadonlyArray<JoinedGroup> =>
  groups.map((stored) => ({ stored, opening: openGroup(eventId, stored, cipher, subjects.get(stored.subject)) }));
