import * as Schema from "effect/Schema";
import { PersonalKind } from "./personal.ts";

/**
 * A personal value of an event. `pointers` (RFC 6901) are the places in the event that hold it. The leaf hash covers
 * `commitment` there. `salt` is in base64url; it is null after erasure, when the places hold the erased form. A part that
 * somebody changed has an empty salt, and an empty commitment where the event has none.
 */
export const PersonalPart = Schema.Struct({
  kind: PersonalKind,
  pointers: Schema.NonEmptyArray(Schema.String),
  commitment: Schema.String,
  salt: Schema.NullOr(Schema.String)
});
export type PersonalPart = typeof PersonalPart.Type;

/** The order of the parts of an event. It does not depend on whom they belong to. */
export const byPointer = (left: PersonalPart, right: PersonalPart): number =>
  left.pointers[0] < right.pointers[0] ? -1 : 1;

/** Returns the parts of an event in their order. */
export const inOrder = (parts: ReadonlyArray<PersonalPart>): ReadonlyArray<PersonalPart> =>
  parts.length < 2 ? parts : parts.toSorted(byPointer);
