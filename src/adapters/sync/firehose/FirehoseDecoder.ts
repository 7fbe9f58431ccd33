import type { SourceEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import { SourceDisconnected, type SourceMessage } from "../../../domain/sync/stream/RepoEvents.ts";
import { hostError } from "../connection/hostError.ts";
import type { ReceivedMessage } from "../connection/ReceiveBuffer.ts";
import { AskAgain } from "./AskAgain.ts";
import { type AskedCursor, answerOf } from "./answerOf.ts";
import { decodeFrame, type EventFrame } from "./decodeFrame.ts";

/** What a batch of frames means: messages, and then an error if the subscription ends. */
export interface Decoded {
  readonly messages: ReadonlyArray<SourceMessage>;
  readonly failure: SourceDisconnected | AskAgain | null;
}

/** The maximum number of frames that are kept until a position is known. */
const maxEarly = 100;

const outdated: SourceMessage = { _tag: "OutdatedCursor" };
const futureCursor = () => new SourceDisconnected({ reason: "future-cursor", detail: null });

/** Decodes the frames of one connection to a firehose. */
export class FirehoseDecoder {
  #asked: AskedCursor | null;
  /** The last position; null before the first one. */
  #last: number | null;
  /** Frames without a position before the first one with a position. */
  #early: Array<EventFrame> = [];
  #messages: Array<SourceMessage> = [];
  #events: Array<SourceEvent> = [];

  /** `asked` is null if no cursor was asked for. */
  constructor(asked: AskedCursor | null) {
    this.#asked = asked;
    this.#last = asked?.cursor ?? null;
  }

  /** Returns what a batch of frames means. */
  decode(batch: ReadonlyArray<ReceivedMessage>): Decoded {
    this.#messages = [];
    this.#events = [];
    let failure: Decoded["failure"] = null;
    for (const { data } of batch) {
      failure = this.#take(data);
      if (failure !== null) break;
    }
    this.#flush();
    return { messages: this.#messages, failure };
  }

  #take(data: Uint8Array): Decoded["failure"] {
    const frame = decodeFrame(data);
    switch (frame._tag) {
      case "Error":
        return hostError(frame);
      case "Info":
        return frame.name === "OutdatedCursor" ? this.#takeOutdated() : null;
      case "Event":
        return this.#takeEvent(frame);
    }
  }

  /** The event at the cursor may be too old to be repeated although all those after it are there. */
  #takeOutdated(): AskAgain | null {
    if (this.#asked?.question === "repeat") return new AskAgain();
    this.#say(outdated);
    return null;
  }

  #takeEvent(frame: EventFrame): SourceDisconnected | null {
    const { seq } = frame;
    if (seq === null) {
      this.#addWithoutPosition(frame);
      return null;
    }
    if (this.#asked !== null) {
      const answer = answerOf(this.#asked, { seq, time: frame.time });
      if (answer === "future") return futureCursor();
      if (answer === "outdated") this.#say(outdated);
      this.#asked = null;
    }
    this.#last = seq;
    for (const early of this.#early) this.#add(early, seq);
    this.#early = [];
    this.#add(frame, seq);
    return null;
  }

  /** A frame without a readable position gets that of its predecessor, or of its successor if it is the first one. */
  #addWithoutPosition(frame: EventFrame): void {
    if (this.#last !== null) this.#add(frame, this.#last);
    else if (this.#early.length < maxEarly) this.#early.push(frame);
  }

  #add({ event, time }: EventFrame, cursor: number): void {
    this.#events.push({ cursor, time, event });
  }

  /** Adds a message after the events before it. The answer to the cursor is then known. */
  #say(message: SourceMessage): void {
    this.#asked = null;
    this.#flush();
    this.#messages.push(message);
  }

  #flush(): void {
    if (this.#events.length > 0) this.#messages.push({ _tag: "Events", events: this.#events });
    this.#events = [];
  }
}
