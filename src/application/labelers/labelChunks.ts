import type { DecodedLabel } from "../../domain/labeler/decodeLabel.ts";
import type { LabelEvent } from "../../domain/labeler/LabelEvents.ts";

/** Labels that are verified and stored together, and the position of the last event that is complete with them. */
export interface LabelChunk {
  readonly cursor: number;
  readonly labels: ReadonlyArray<DecodedLabel>;
}

/**
 * Divides events into chunks of up to `size` labels, in order. `before` is the position before the first event: the cursor
 * of a chunk that ends within an event is that of the event before it.
 */
export const labelChunks = (
  events: ReadonlyArray<LabelEvent>,
  before: number,
  size: number
): ReadonlyArray<LabelChunk> => {
  const chunks: Array<LabelChunk> = [];
  let labels: Array<DecodedLabel> = [];
  let cursor = before;
  for (const event of events) {
    for (const label of event.labels) {
      if (labels.length === size) {
        chunks.push({ cursor, labels });
        labels = [];
      }
      labels.push(label);
    }
    cursor = event.seq;
  }
  if (events.length > 0) chunks.push({ cursor, labels });
  return chunks;
};
