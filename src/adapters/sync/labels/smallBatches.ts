import type { ReceivedMessage } from "../connection/ReceiveBuffer.ts";

/** The size in bytes from which on frames are not decoded together, because decoding blocks the process. */
const maxTogether = 64 * 1024;

/** Divides messages into batches that are decoded at once. A larger message is a batch of its own. */
export const smallBatches = (
  messages: ReadonlyArray<ReceivedMessage>
): ReadonlyArray<ReadonlyArray<ReceivedMessage>> => {
  const batches: Array<Array<ReceivedMessage>> = [];
  let size = maxTogether;
  for (const message of messages) {
    size += message.data.length;
    const last = batches.at(-1);
    if (last !== undefined && size <= maxTogether) last.push(message);
    else {
      batches.push([message]);
      size = message.data.length;
    }
  }
  return batches;
};
