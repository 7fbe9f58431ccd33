import type { SourceMessage } from "../../../domain/sync/stream/RepoEvents.ts";
import type { CheckedBatch } from "./CheckedBatch.ts";

/** A message of a source whose events were checked. */
export type CheckedMessage =
  | { readonly _tag: "Batch"; readonly batch: CheckedBatch }
  | Exclude<SourceMessage, { readonly _tag: "Events" }>;

const joinTwo = (first: CheckedBatch, second: CheckedBatch): CheckedBatch => ({
  events: [...first.events, ...second.events],
  undecodable: [...first.undecodable, ...second.undecodable],
  resolved: new Map([...first.resolved, ...second.resolved]),
  cursors: [...first.cursors, ...second.cursors],
  cursor: second.cursor,
  time: second.time,
  collections: new Set([...first.collections, ...second.collections]),
  received: first.received + second.received
});

/**
 * Joins batches that follow each other, up to `maxEvents` events that arrived. No batch is divided, and the order of the
 * messages stays.
 */
export const joinBatches = (
  messages: ReadonlyArray<CheckedMessage>,
  maxEvents: number
): ReadonlyArray<CheckedMessage> => {
  const joined: Array<CheckedMessage> = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const fits =
      last?._tag === "Batch" && message._tag === "Batch" && last.batch.received + message.batch.received <= maxEvents;
    if (fits) joined[joined.length - 1] = { _tag: "Batch", batch: joinTwo(last.batch, message.batch) };
    else joined.push(message);
  }
  return joined;
};
