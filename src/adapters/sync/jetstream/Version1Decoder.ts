import * as Effect from "effect/Effect";
import type { SourceEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import { SourceDisconnected, type SourceMessage } from "../../../domain/sync/stream/RepoEvents.ts";
import type { ReceivedMessage } from "../connection/ReceiveBuffer.ts";
import { type AskedCursor, answerOf } from "./answerOf.ts";
import { decodeVersion1 } from "./decodeVersion1.ts";

/** Decodes the messages of one connection to a Jetstream of version 1. */
export class Version1Decoder {
  #asked: AskedCursor | null;
  #last: number;
  readonly #dictionary: Uint8Array | undefined;

  /** `asked` is null if there is no event at the cursor. */
  constructor(cursor: number | null, asked: AskedCursor | null, dictionary: Uint8Array | undefined) {
    this.#dictionary = dictionary;
    this.#last = cursor ?? 0;
    this.#asked = asked;
  }

  /** Returns what a batch of messages means. Fails with `future-cursor`. */
  decode(batch: ReadonlyArray<ReceivedMessage>): Effect.Effect<ReadonlyArray<SourceMessage>, SourceDisconnected> {
    const events = batch.map((received) => this.#decodeOne(received));
    const message: SourceMessage = { _tag: "Events", events };
    const first = events.find(({ event }) => event._tag !== "Undecodable");
    if (this.#asked === null || first === undefined) return Effect.succeed([message]);
    const answer = answerOf(this.#asked, first.cursor);
    this.#asked = null;
    if (answer === "future") return new SourceDisconnected({ reason: "future-cursor", detail: null });
    return Effect.succeed(answer === "outdated" ? [{ _tag: "OutdatedCursor" }, message] : [message]);
  }

  #decodeOne(received: ReceivedMessage): SourceEvent {
    const event = decodeVersion1(received, this.#dictionary, this.#last);
    this.#last = event.cursor;
    return event;
  }
}
