import type { SourceEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import { SourceDisconnected, type SourceMessage } from "../../../domain/sync/stream/RepoEvents.ts";
import type { ReceivedMessage } from "../connection/ReceiveBuffer.ts";
import { decodeVersion2, type Version2Message } from "./decodeVersion2.ts";

/** What a batch of messages means, and the failure that ends the subscription after it, if any. */
export interface Version2Batch {
  readonly messages: ReadonlyArray<SourceMessage>;
  readonly failure: SourceDisconnected | null;
}

const failed = (reason: SourceDisconnected["reason"], detail: string | null): SourceDisconnected =>
  new SourceDisconnected({ reason, detail });

const reasons: Readonly<Record<string, SourceDisconnected["reason"]>> = {
  ConsumerTooSlow: "consumer-too-slow",
  FutureCursor: "future-cursor"
};

const failureOf = ({ message, name }: Extract<Version2Message, { readonly _tag: "Error" }>): SourceDisconnected => {
  const text = message === null ? name : `${name}: ${message}`;
  return failed(Object.hasOwn(reasons, name) ? (reasons[name] ?? "source-error") : "source-error", text.slice(0, 200));
};

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
      } else if (message._tag === "Error") failure = failureOf(message);
      else if (message.name === "FutureCursor") failure = failed("future-cursor", null);
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
