import type { SourceEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import { SourceDisconnected, type SourceMessage } from "../../../domain/sync/stream/RepoEvents.ts";
import { hostError } from "../connection/hostError.ts";
import type { ReceivedMessage } from "../connection/ReceiveBuffer.ts";
import { decodeVersion2 } from "./decodeVersion2.ts";

/** What a batch of messages means, and the failure that ends the subscription after it, if any. */
export interface Version2Batch {
  readonly messages: ReadonlyArray<SourceMessage>;
  readonly failure: SourceDisconnected | null;
}

/** Decodes the messages of one connection to a Jetstream of version 2. */
export class Version2Decoder {
  readonly #dictionary: Uint8Array | undefined;
  #last: number;

  constructor(cursor: number | null, dictionary: Uint8Array | undefined) {
    this.#last = cursor ?? 0;
    this.#dictionary = dictionary;
  }

  decode(batch: ReadonlyArray<ReceivedMessage>): Version2Batch {
    const messages: Array<SourceMessage> = [];
    let events: Array<SourceEvent> = [];
    const flush = () => {
      if (events.length > 0) messages.push({ _tag: "Events", events });
      events = [];
    };
    let failure: SourceDisconnected | null = null;
    for (const received of batch) {
      const message = decodeVersion2(received, this.#dictionary, this.#last);
      if (message._tag === "Event") {
        this.#last = message.event.cursor;
        events.push(message.event);
      } else if (message._tag === "Error") failure = hostError({ error: message.name, message: message.message });
      else if (message.name === "FutureCursor")
        failure = new SourceDisconnected({ reason: "future-cursor", detail: null });
      else if (message.name === "OutdatedCursor") {
        flush();
        messages.push({ _tag: "OutdatedCursor" });
      }
      if (failure !== null) break;
    }
    flush();
    return { messages, failure };
  }
}
