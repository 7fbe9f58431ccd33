import * as Schema from "effect/Schema";
import { knownEventTypes } from "./DomainEvent.ts";
import type { RecordedEvent } from "./Envelope.ts";

/**
 * An event of the log that this version cannot read, by its place in the log: of a type that it does not know, or of a
 * known type with other members. `message` is one sentence for the operator.
 */
export class UnreadableRecord extends Schema.TaggedError<UnreadableRecord>()("UnreadableRecord", {
  position: Schema.Int,
  type: Schema.String
}) {
  static readonly of = ({ position, type }: Pick<RecordedEvent, "position" | "type">): UnreadableRecord =>
    new UnreadableRecord({ position, type });

  override get message(): string {
    const { position, type } = this;
    return knownEventTypes.has(type)
      ? `The event of type ${type} at position ${position} of the log has members that this version of Tidemark cannot read: it was written by a later version or changed by hand, so run a later version or restore the log`
      : `The event of type ${type} at position ${position} of the log was written by a later version of Tidemark: run that version or a later one`;
  }
}
