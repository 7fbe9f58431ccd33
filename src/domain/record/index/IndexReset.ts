import * as Schema from "effect/Schema";

/** All indexed records were deleted. The repositories of all users are indexed again. */
export class IndexReset extends Schema.TaggedClass<IndexReset>()("IndexReset.v1", {
  records: Schema.NonNegativeInt
}) {}
