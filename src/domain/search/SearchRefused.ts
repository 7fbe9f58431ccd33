import * as Schema from "effect/Schema";

/** A collection of this many records or more is searched by an index only. */
export const maxUnindexedRecords = 10_000;

/**
 * A search was refused, because a collection has no index for it and is too large to be searched without one
 * (`not-indexed`), or because its words are still being stored (`not-ready`). `field` is the searched property as its path,
 * joined by dots; null where all of them are searched.
 */
export class SearchRefused extends Schema.TaggedError<SearchRefused>()("SearchRefused", {
  reason: Schema.Literal("not-indexed", "not-ready"),
  collection: Schema.String,
  field: Schema.NullOr(Schema.String)
}) {}
