import * as Schema from "effect/Schema";
import { IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";

/** What an operator wants to be backfilled. */
export type BackfillRequest =
  /** DIDs and handles. */
  | { readonly kind: "actor"; readonly actors: ReadonlyArray<string> }
  | { readonly kind: "collection"; readonly collection: string }
  | { readonly kind: "all" };

/** A backfill cannot be started. `subject` is the actor or the collection that is meant, or null. */
export class BackfillRefused extends Schema.TaggedError<BackfillRefused>()("BackfillRefused", {
  reason: Schema.Literal(
    "no-actors",
    /** More than `maxActorsAtOnce`. */
    "too-many-actors",
    /** It is neither a DID nor a handle. */
    "actor-malformed",
    /** The collection is not in the Lexicons in use. */
    "collection-not-in-use",
    /** No relay is configured, so repositories cannot be listed. */
    "no-relay",
    ...IdentityUnresolvable.fields.reason.literals
  ),
  subject: Schema.NullOr(Schema.String),
  /** The collection in use that was probably meant. */
  meant: Schema.NullOr(Schema.String)
}) {}

/** The maximum number of actors of one backfill. */
export const maxActorsAtOnce = 1_000;
