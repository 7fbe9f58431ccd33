import * as Schema from "effect/Schema";
import { knownEventTypes } from "./DomainEvent.ts";
import type { RecordedEvent } from "./Envelope.ts";

/**
 * This version cannot read the event at a position of the log: its type is unknown, or its members differ. `message` is
 * one sentence for the operator.
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
      ? `The event of type ${type} at position ${position} of the log has members that this version of Tidemark cannot read. A later version wrote it, or it was changed by hand: run a later version or restore the log`
      : `The event of type ${type} at position ${position} of the log was written by a later version of Tidemark: run that version or a later one`;
  }
}
