import * as Schema from "effect/Schema";

/** All indexed records were deleted; what people have in their repositories is indexed again. */
export class IndexReset extends Schema.TaggedClass<IndexReset>()("IndexReset.v1", {
  records: Schema.NonNegativeInt
}) {}
