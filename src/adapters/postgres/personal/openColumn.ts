import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { KeyedCipher } from "../../../domain/crypto/KeyedCipher.ts";
import type { PersonalPart } from "../../../domain/personal/PersonalPart.ts";
import { belongsTo } from "../../../domain/personal/personalParts.ts";
import {
  type JoinedGroup,
  type JoinedParts,
  joinParts,
  type OpenedGroup,
  type Opening,
  type StoredGroup
} from "../../../domain/personal/storedParts.ts";
import { associated, PersonalColumn, uriPointer } from "./personalColumn.ts";
import type { KnownSubject } from "./SubjectKeys.ts";

const text = new TextDecoder();

const isColumn = Schema.is(PersonalColumn);

const isEntry = (entry: unknown): entry is OpenedGroup[number] =>
  Array.isArray(entry) && entry.length === 2 && typeof entry[0] === "string";

const isOpenedGroup = (value: unknown): value is OpenedGroup => Array.isArray(value) && value.every(isEntry);

/** Reads what was encrypted. By hand, because every read of an event does it, in a tenth of the time of a schema. */
const readOpened = (bytes: Uint8Array): OpenedGroup | null => {
  try {
    const value: unknown = JSON.parse(text.decode(bytes));
    return isOpenedGroup(value) ? value : null;
  } catch {
    return null;
  }
};

const damaged: Opening = { _tag: "Damaged" };
const erased: Opening = { _tag: "Erased" };

/** Decodes base64url as an encoder writes it; null for another text, even if it decodes to the same bytes. */
const decodeSealed = (sealed: string): Uint8Array | null => {
  const bytes = Buffer.from(sealed, "base64url");
  return bytes.toString("base64url") === sealed ? bytes : null;
};

/** Whether there is a value for each place, and each is of the person. */
const fits = (group: OpenedGroup, { places }: StoredGroup, { did }: KnownSubject): boolean =>
  group.length === places.length &&
  group.every(([, value], index) => {
    const kind = places[index]?.kind;
    return kind !== undefined && belongsTo(kind, value, did);
  });

const openGroup = (
  eventId: string,
  stored: StoredGroup,
  cipher: KeyedCipher["Type"],
  subject: KnownSubject | undefined
): Opening => {
  if (subject === undefined) return erased;
  const { id, key } = subject;
  const sealed = decodeSealed(stored.sealed);
  if (key === null || sealed === null) return damaged;
  const bytes = cipher.decrypt(key, associated(eventId, id), sealed);
  const group = Option.isSome(bytes) ? readOpened(bytes.value) : null;
  return group !== null && fits(group, stored, subject) ? { _tag: "Opened", group } : damaged;
};

const isAt =
  (pointer: string) =>
  ({ stored }: JoinedGroup): boolean =>
    stored.places.some(({ pointers }) => pointers.includes(pointer));

/** A part that commits to nothing, because what the history is searched by at its place was changed. */
const changedTerm = (kind: PersonalPart["kind"], pointer: string): PersonalPart => ({
  kind,
  pointers: [pointer],
  commitment: "",
  salt: ""
});

const isSubjectTerm = ({ subject }: PersonalColumn, groups: ReadonlyArray<JoinedGroup>): boolean =>
  subject === groups.find(isAt("/subjectDid"))?.stored.subject;

/** Without the key of the person, the keyed hash cannot be compared, nor found by anybody. */
const isUriTerm = (
  { uri }: PersonalColumn,
  groups: ReadonlyArray<JoinedGroup>,
  values: JoinedParts["values"],
  cipher: KeyedCipher["Type"],
  subjects: ReadonlyMap<string, KnownSubject>
): boolean => {
  const group = groups.find(isAt(uriPointer));
  if (group === undefined || uri === undefined) return group === undefined && uri === undefined;
  const key = subjects.get(group.stored.subject)?.key ?? null;
  const value = values.get(uriPointer);
  return group.opening._tag !== "Opened" || key === null || typeof value !== "string" || cipher.tag(key, value) === uri;
};

/** What columns are opened with. Those of an archive have nothing that the history is searched by. */
export interface Opener {
  readonly cipher: KeyedCipher["Type"];
  readonly subjects: ReadonlyMap<string, KnownSubject>;
  readonly hasTerms: boolean;
}

/** Returns a column as it was read; null if it holds nothing, or somebody changed its form. */
export const readColumn = (column: unknown): PersonalColumn | null => (isColumn(column) ? column : null);

/**
 * Opens the column of an event whose committed form is given, and joins what it holds. What somebody changed becomes a
 * part that commits to nothing.
 */
export const openColumn = (
  eventId: string,
  committed: unknown,
  column: PersonalColumn,
  { cipher, hasTerms, subjects }: Opener
): JoinedParts => {
  const groups = column.groups.map((stored) => ({
    stored,
    opening: openGroup(eventId, stored, cipher, subjects.get(stored.subject))
  }));
  const { parts, values } = joinParts(committed, groups);
  if (!hasTerms) return { parts, values };
  const changed = [
    ...(isSubjectTerm(column, groups) ? [] : [changedTerm("did", "/subjectDid")]),
    ...(isUriTerm(column, groups, values, cipher, subjects) ? [] : [changedTerm("record", uriPointer)])
  ];
  return { values, parts: changed.length === 0 ? parts : [...parts, ...changed] };
};
