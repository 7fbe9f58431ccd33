import * as Schema from "effect/Schema";

/** Records cannot be listed as asked. `message` names the argument, the reason and the remedy. */
export class BrowseRefused extends Schema.TaggedError<BrowseRefused>()("BrowseRefused", {
  argument: Schema.Literal("collection", "where", "orderBy", "after", "uri"),
  message: Schema.String
}) {}
