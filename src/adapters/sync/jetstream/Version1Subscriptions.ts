import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { SourceDisconnected, SourceMessage, SubscribeOptions } from "../../../domain/sync/stream/RepoEvents.ts";
import { openWebSocket } from "../connection/openWebSocket.ts";
import { overlap } from "./answerOf.ts";
import type { JetstreamOptions } from "./JetstreamOptions.ts";
import { Version1Decoder } from "./Version1Decoder.ts";
import { version1Address } from "./version1Address.ts";

type Messages = Stream.Stream<SourceMessage, SourceDisconnected>;

/** How long before the opening of a connection its first cursor lies, in microseconds: clocks differ. */
const initialMargin = 10_000_000;

/** The subscriptions of this process to a Jetstream of version 1. */
export class Version1Subscriptions {
  readonly #options: JetstreamOptions;
  /** The cursor that this process made up because no event had arrived. There is no event at it. */
  #initial: number | null = null;

  constructor(options: JetstreamOptions) {
    this.#options = options;
  }

  subscribe(asked: SubscribeOptions): Messages {
    const { cursor } = asked;
    if (cursor === null || cursor === this.#initial) return this.#connect(asked, null);
    let isAnswered = false;
    const replay = Stream.tap(this.#connect(asked, "replay"), ({ _tag }) =>
      Effect.sync(() => {
        isAnswered ||= _tag !== "Connected";
      })
    );
    // The event at the cursor is repeated at once. Without it, the events from now on show what became of the cursor.
    return Stream.catchAll(replay, (failure) =>
      failure.reason === "silent" && !isAnswered ? this.#connect(asked, "live") : Stream.fail(failure)
    );
  }

  /** Connects. `checked` says which answer to the cursor is checked, if any. */
  #connect({ collections, cursor }: SubscribeOptions, checked: "replay" | "live" | null): Messages {
    const from = cursor === null || checked === "live" ? null : Math.max(0, cursor - overlap);
    const { dictionary, idleWithin } = this.#options;
    const url = version1Address(this.#options, from, collections);
    const opened = Effect.map(
      Effect.all([openWebSocket({ url, idleWithin }), Clock.currentTimeMillis]),
      ([{ messages }, now]) => {
        const openedAt = now * 1_000;
        const asked = cursor === null || checked === null ? null : { cursor, isReplay: checked === "replay", openedAt };
        const decoder = new Version1Decoder(cursor, asked, dictionary);
        const decoded = Stream.flattenIterables(Stream.mapEffect(messages, (batch) => decoder.decode(batch)));
        if (checked === "live") return decoded;
        return Stream.concat(Stream.make(this.#connected(from, openedAt)), decoded);
      }
    );
    return Stream.unwrapScoped(opened);
  }

  #connected(from: number | null, openedAt: number): SourceMessage {
    if (from !== null) return { _tag: "Connected", cursor: from };
    this.#initial = openedAt - initialMargin;
    return { _tag: "Connected", cursor: this.#initial };
  }
}
