import type { LabelEvent, LabelMessage } from "../../../domain/labeler/LabelEvents.ts";
import { SourceDisconnected } from "../../../domain/sync/stream/RepoEvents.ts";
import { hostError } from "../connection/hostError.ts";
import type { ReceivedMessage } from "../connection/ReceiveBuffer.ts";
import { decodeLabelFrame } from "./decodeLabelFrame.ts";

/** What a batch of frames means: messages, and then an error if the subscription ends. */
export interface DecodedLabels {
  readonly messages: ReadonlyArray<LabelMessage>;
  readonly failure: SourceDisconnected | null;
}

const outdated: LabelMessage = { _tag: "OutdatedCursor" };
const futureCursor = () => new SourceDisconnected({ reason: "future-cursor", detail: null });

/** Decodes the frames of one connection to a labeler. */
export class LabelDecoder {
  /** The highest position so far; that of the cursor before the first event. */
  #last: number;
  #isFirst = true;
  #messages: Array<LabelMessage> = [];
  #events: Array<LabelEvent> = [];

  constructor(cursor: number) {
    this.#last = cursor;
  }

  /** Returns what a batch of frames means. */
  decode(batch: ReadonlyArray<ReceivedMessage>): DecodedLabels {
    this.#messages = [];
    this.#events = [];
    let failure: SourceDisconnected | null = null;
    for (const { data } of batch) {
      failure = this.#take(data);
      if (failure !== null) break;
    }
    this.#flush();
    return { messages: this.#messages, failure };
  }

  #take(data: Uint8Array): SourceDisconnected | null {
    const frame = decodeLabelFrame(data);
    switch (frame._tag) {
      case "Error":
        return hostError(frame);
      case "Info":
        if (frame.name === "OutdatedCursor") this.#say(outdated);
        return null;
      case "Ignored":
        return this.#add(frame.seq, []);
      case "Labels":
        return this.#add(frame.seq, frame.labels);
    }
  }

  /**
   * Adds an event. One without a readable position has that of its predecessor. A labeler sends what comes after the
   * cursor, so a lower first position shows that its sequence started over.
   */
  #add(seq: number | null, labels: LabelEvent["labels"]): SourceDisconnected | null {
    if (seq !== null && this.#isFirst && seq < this.#last) return futureCursor();
    if (seq !== null) {
      this.#isFirst = false;
      this.#last = Math.max(this.#last, seq);
    }
    this.#events.push({ seq: this.#last, labels });
    return null;
  }

  #say(message: LabelMessage): void {
    this.#flush();
    this.#messages.push(message);
  }

  #flush(): void {
    if (this.#events.length > 0) this.#messages.push({ _tag: "Labels", events: this.#events });
    this.#events = [];
  }
}
