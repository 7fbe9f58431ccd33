import * as Schema from "effect/Schema";
import type { Did } from "../atproto/Did.ts";
import type { VersionedEvent } from "../event/assignVersions.ts";
import { erasedValue } from "./erasedValue.ts";
import { valueAt } from "./jsonPointer.ts";
import { inOrder, type PersonalPart } from "./PersonalPart.ts";
import { PersonalKind } from "./personal.ts";
import { type OwnedPart, ownerOf } from "./personalParts.ts";

/**
 * The personal parts of one person in an event, as the log stores them: where they are, and, encrypted under the key of the
 * person (`sealed`, in base64url), a salt and a value for each.
 */
export const StoredGroup = Schema.Struct({
  subject: Schema.String,
  sealed: Schema.String,
  places: Schema.Array(Schema.Struct({ kind: PersonalKind, pointers: Schema.NonEmptyArray(Schema.String) }))
});
export type StoredGroup = typeof StoredGroup.Type;

/** The salts and values of a group, in the order of its places. */
export type OpenedGroup = ReadonlyArray<readonly [salt: string, value: unknown]>;

/** The personal parts of an event by the person they belong to. */
export const partsByOwner = (event: VersionedEvent): ReadonlyMap<Did, ReadonlyArray<PersonalPart>> => {
  const owners = new Map<Did, Array<PersonalPart>>();
  for (const part of event.personal ?? []) {
    const owner = ownerOf(part.kind, valueAt(event, part.pointers[0]), event);
    if (owner === null) continue;
    const known = owners.get(owner);
    if (known === undefined) owners.set(owner, [part]);
    else known.push(part);
  }
  return owners;
};

/** Returns what is encrypted of the parts of one person in an event. */
export const openedGroup = (parts: ReadonlyArray<OwnedPart>): OpenedGroup =>
  parts.map(({ part, value }) => [part.salt, value]);

const commitmentAt = (committed: unknown, pointer: string): string => {
  const found = valueAt(committed, `${pointer}/commitment`);
  return typeof found === "string" ? found : "";
};

/** Returns the one commitment at all places of a part; an empty text if somebody changed the places or a commitment. */
const sharedCommitment = (
  committed: unknown,
  [first, ...others]: StoredGroup["places"][number]["pointers"]
): string => {
  const commitment = commitmentAt(committed, first);
  return others.every((pointer) => commitmentAt(committed, pointer) === commitment) ? commitment : "";
};

/** What became of a group: its salts and values, or why there are none. */
export type Opening =
  | { readonly _tag: "Opened"; readonly group: OpenedGroup }
  /** The key was deleted. */
  | { readonly _tag: "Erased" }
  /** The key does not open it, or what it holds does not fit its places and its person: somebody changed it. */
  | { readonly _tag: "Damaged" };

const saltOf = (opening: Opening, index: number): string | null => {
  if (opening._tag === "Erased") return null;
  return opening._tag === "Damaged" ? "" : (opening.group[index]?.[0] ?? "");
};

/** An event in its committed form with one of its stored groups, and what became of it. */
export interface JoinedGroup {
  readonly stored: StoredGroup;
  readonly opening: Opening;
}

/** What readers see of the personal parts of an event. */
export interface JoinedParts {
  /** The values that stand in place of the commitments, by JSON pointer. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly parts: ReadonlyArray<PersonalPart>;
}

/** Returns the parts of a place that somebody changed, each with the commitment that the event has there. */
const changedParts = (
  committed: unknown,
  { kind, pointers }: StoredGroup["places"][number]
): ReadonlyArray<PersonalPart> =>
  pointers.map((pointer) => ({ kind, pointers: [pointer], commitment: commitmentAt(committed, pointer), salt: "" }));

/**
 * Joins the stored groups of an event in its committed form: values in place of the commitments, and the erased form where
 * there are none. A part that was changed has an empty salt, which commits to nothing.
 */
export const joinParts = (committed: unknown, groups: ReadonlyArray<JoinedGroup>): JoinedParts => {
  const values = new Map<string, unknown>();
  const joined: Array<PersonalPart> = [];
  for (const { opening, stored } of groups)
    for (const [index, place] of stored.places.entries()) {
      const value = opening._tag === "Opened" ? opening.group[index]?.[1] : erasedValue(place.kind, stored.subject);
      const commitment = sharedCommitment(committed, place.pointers);
      const parts =
        commitment === ""
          ? changedParts(committed, place)
          : [{ ...place, commitment, salt: saltOf(opening, index) } satisfies PersonalPart];
      for (const part of parts) {
        joined.push(part);
        if (part.commitment !== "") for (const pointer of part.pointers) values.set(pointer, value);
      }
    }
  return { values, parts: inOrder(joined) };
};
