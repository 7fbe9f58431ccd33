import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import * as SchemaAST from "effect/SchemaAST";
import { AtUri } from "../atproto/AtUri.ts";
import { Did } from "../atproto/Did.ts";
import { Handle } from "../atproto/Handle.ts";

/** What a personal value is: a DID, a handle, the AT URI of a record of a person, or a text that a person wrote. */
export const PersonalKind = Schema.Literal("did", "handle", "record", "text");
export type PersonalKind = typeof PersonalKind.Type;

const annotation: unique symbol = Symbol.for("tidemark/PersonalKind");

const kindOf = Schema.is(PersonalKind);

/**
 * Declares that a value of an event belongs to a person. The log stores a commitment in its place, and the value itself
 * under the key of the person, so that it can be erased.
 */
export const personal = <A, I, R>(kind: PersonalKind, schema: Schema.Schema<A, I, R>): Schema.Schema<A, I, R> =>
  schema.annotations({ [annotation]: kind });

/** Returns what a schema declares its values to be, or null for values that are not personal. */
export const declaredKind = (ast: SchemaAST.AST): PersonalKind | null =>
  Option.getOrNull(Option.filter(SchemaAST.getAnnotation<unknown>(ast, annotation), kindOf));

/** The DID of a person, in an event. */
export const PersonalDid = personal("did", Did);

/** The handle of the person whom an event is about. */
export const PersonalHandle = personal("handle", Handle);

/** The AT URI of a record of a person, in an event. */
export const PersonalUri = personal("record", AtUri);

/** A text in an event that is the AT URI of a record of a person, or begins like one. */
export const PersonalUriText = personal("record", Schema.String);

/** A text in an event that is the DID of a person, if it is a DID. */
export const PersonalDidText = personal("did", Schema.String);

/** A text in an event that the user who caused the event wrote. */
export const PersonalText = personal("text", Schema.String);
