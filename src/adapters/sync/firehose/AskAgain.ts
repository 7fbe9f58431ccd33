import * as Data from "effect/Data";

/** The host does not repeat the event at the cursor, and is asked for those after it. */
export class AskAgain extends Data.TaggedError("AskAgain") {}
