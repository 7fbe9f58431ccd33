import * as Schema from "effect/Schema";
import { PersonalDidText } from "../personal/personal.ts";
import { DeadLetterReason } from "./DeadLetters.ts";

/** An operator dropped dead letters, which are not tried again. Members that are null did not restrict which. */
export class DeadLettersDropped extends Schema.TaggedClass<DeadLettersDropped>()("DeadLettersDropped.v1", {
  dropped: Schema.Positive.pipe(Schema.int()),
  collection: Schema.NullOr(Schema.String),
  account: Schema.NullOr(PersonalDidText),
  deadLetterReason: Schema.NullOr(DeadLetterReason)
}) {}
