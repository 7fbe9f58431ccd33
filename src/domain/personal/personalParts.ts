import { isValidDid } from "@atproto/syntax";
import type * as Arr from "effect/Array";
import * as Encoding from "effect/Encoding";
import * as Option from "effect/Option";
import { Did } from "../atproto/Did.ts";
import type { Hashing } from "../crypto/Hashing.ts";
import type { NewEvent } from "../event/Envelope.ts";
import { commitmentTo } from "./commitment.ts";
import { type DeclaredPath, declaredPaths } from "./declaredPaths.ts";
import { isErasedDid } from "./erasedValue.ts";
import { pointerOf, valueIn } from "./jsonPointer.ts";
import { byPointer, type PersonalPart } from "./PersonalPart.ts";
import type { PersonalKind } from "./personal.ts";
import { everyItem } from "./personalPaths.ts";

/** The members of an event that can be personal. */
type PersonalEvent = Pick<NewEvent, "type" | "actor" | "subjectDid" | "data">;

const repository = /^at:\/\/(did:[^/?#]+)/;

/** A DID that belongs to a person, and was not erased. */
const person = (text: string | null | undefined): Did | null =>
  // The rule of the schema, at a fraction of its cost: every append asks for each personal value.
  text !== null && text !== undefined && isValidDid(text) && !isErasedDid(text) ? Did.make(text, true) : null;

/** Returns whose record an AT URI names, or null if it names nobody, or somebody who was erased. */
export const recordOwner = (uri: string): Did | null => person(repository.exec(uri)?.[1]);

/** Returns whom a value of an event belongs to, or null if it belongs to nobody, or to somebody who was erased. */
export const ownerOf = (kind: PersonalKind, value: unknown, event: PersonalEvent): Did | null => {
  if (typeof value !== "string") return null;
  switch (kind) {
    case "did":
      return person(value);
    case "record":
      return recordOwner(value);
    case "handle":
      return person(event.subjectDid);
    case "text":
      return event.actor.type === "user" ? person(event.actor.id) : null;
  }
};

/** Whether a value of a kind can be that of a person. A handle and a text say nothing about whose they are. */
export const belongsTo = (kind: PersonalKind, value: unknown, owner: Did): boolean => {
  if (typeof value !== "string") return false;
  switch (kind) {
    case "did":
      return value === owner;
    case "record":
      return recordOwner(value) === owner;
    case "handle":
      return !/^(did:|at:\/\/)/.test(value);
    case "text":
      return true;
  }
};

/** A place in an event that may hold a personal value. */
interface Place {
  readonly pointer: string;
  readonly kind: PersonalKind;
  readonly value: unknown;
}

/** Returns the paths of a pattern that lead to a value, with an index in place of each `*`. */
const expand = (
  value: unknown,
  [segment, ...rest]: ReadonlyArray<string>,
  before: ReadonlyArray<string>
): ReadonlyArray<ReadonlyArray<string>> => {
  if (segment === undefined) return [before];
  if (segment !== everyItem) return expand(valueIn(value, [segment]), rest, [...before, segment]);
  return Array.isArray(value)
    ? value.flatMap((item: unknown, index) => expand(item, rest, [...before, String(index)]))
    : [];
};

const placesOf = (data: NewEvent["data"], { kind, pointer, segments }: DeclaredPath): ReadonlyArray<Place> =>
  pointer !== null
    ? [{ kind, pointer, value: valueIn(data, segments) }]
    : expand(data, segments, []).map((path) => ({
        kind,
        pointer: pointerOf(["data", ...path]),
        value: valueIn(data, path)
      }));

/** The members of the envelope come first. The id of an actor is personal for users and admins. */
const places = ({ actor, data, subjectDid, type }: PersonalEvent): ReadonlyArray<Place> => [
  { kind: "did", pointer: "/subjectDid", value: subjectDid },
  ...(actor.type === "user" || actor.type === "admin"
    ? [{ kind: "did", pointer: "/actor/id", value: actor.id } as const]
    : []),
  ...declaredPaths(type).flatMap((path) => placesOf(data, path))
];

/** A personal part with the value at its places, and the person it belongs to. */
export interface OwnedPart {
  readonly part: PersonalPart & { readonly salt: string };
  readonly value: string;
  readonly owner: Did;
}

/** What commitments are made of. `freshSalt` returns 16 random bytes. */
export interface CommitmentSource {
  readonly freshSalt: () => Uint8Array;
  readonly hashing: Hashing;
}

interface OwnedPlaces {
  readonly value: string;
  readonly kind: PersonalKind;
  readonly owner: Did;
  readonly pointers: Arr.NonEmptyArray<string>;
}

/**
 * Returns the personal parts of an event, each with a commitment under a new salt. Equal values share one, but a text never
 * shares that of an identifier, which may belong to somebody else. What belongs to an erased person stays as it is, because
 * its erased form says nothing of the person.
 */
export const ownedParts = (
  event: PersonalEvent,
  { freshSalt, hashing }: CommitmentSource
): ReadonlyArray<OwnedPart> => {
  const found = new Map<string, OwnedPlaces>();
  for (const { kind, pointer, value } of places(event)) {
    if (typeof value !== "string") continue;
    const name = kind === "text" ? `text ${value}` : value;
    const known = found.get(name);
    const owner = known?.kind === kind ? known.owner : ownerOf(kind, value, event);
    if (owner === null) continue;
    if (known === undefined) found.set(name, { kind, owner, value, pointers: [pointer] });
    else known.pointers.push(pointer);
  }
  const parts = Array.from(found.values(), ({ kind, owner, pointers, value }): OwnedPart => {
    const salt = freshSalt();
    const commitment = commitmentTo(salt, value, hashing);
    return { value, owner, part: { kind, pointers, commitment, salt: Encoding.encodeBase64Url(salt) } };
  });
  return parts.length < 2 ? parts : parts.toSorted((left, right) => byPointer(left.part, right.part));
};

/** Whether a part commits to a value. False for an erased part. */
export const commitsTo = ({ commitment, salt }: PersonalPart, value: unknown, hashing?: Hashing): boolean =>
  salt !== null &&
  Option.match(Option.getRight(Encoding.decodeBase64Url(salt)), {
    onNone: () => false,
    onSome: (bytes) => commitmentTo(bytes, value, hashing) === commitment
  });
