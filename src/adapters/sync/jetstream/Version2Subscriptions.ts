import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { SourceDisconnected, SourceMessage, SubscribeOptions } from "../../../domain/sync/stream/RepoEvents.ts";
import { openWebSocket } from "../connection/openWebSocket.ts";
import type { JetstreamOptions } from "./JetstreamOptions.ts";
import { type Version2Batch, Version2Decoder } from "./Version2Decoder.ts";
import { version2Address } from "./version2Address.ts";

type Messages = Stream.Stream<SourceMessage, SourceDisconnected>;

/** A time long before any event. A Jetstream of version 2 then begins with the oldest event that it has. */
const oldest = 1e15;

const connected: SourceMessage = { _tag: "Connected", cursor: null };

const streamOf = ({ failure, messages }: Version2Batch): Messages =>
  failure === null ? Stream.fromIterable(messages) : Stream.concat(Stream.fromIterable(messages), Stream.fail(failure));

/** How a subscription begins. */
interface Start {
  readonly from: number | null;
  readonly dictionary: Uint8Array | undefined;
  readonly first: ReadonlyArray<SourceMessage>;
}

/** The subscriptions to a Jetstream of version 2, whose positions are sequence numbers. */
export class Version2Subscriptions {
  readonly #options: JetstreamOptions;

  constructor(options: JetstreamOptions) {
    this.#options = options;
  }

  subscribe(asked: SubscribeOptions): Messages {
    return this.#connect(asked, {
      from: asked.cursor,
      dictionary: this.#options.dictionary,
      first: [connected]
    });
  }

  #connect(asked: SubscribeOptions, start: Start): Messages {
    const { idleWithin, url } = this.#options;
    const { dictionary, first, from } = start;
    const address = version2Address({ url, from, collections: asked.collections, dictionary });
    const opened = Effect.map(openWebSocket({ url: address, idleWithin }), ({ messages }) => {
      const decoder = new Version2Decoder(asked.cursor, dictionary);
      const decoded = Stream.flatMap(messages, (batch) => streamOf(decoder.decode(batch)));
      return Stream.concat(Stream.fromIterable(first), decoded);
    });
    return Stream.unwrapScoped(Effect.catchAll(opened, (failure) => this.#retry(asked, start, failure)));
  }

  /** Connects in another way if the source refuses the cursor or the dictionary. */
  #retry(
    asked: SubscribeOptions,
    start: Start,
    failure: SourceDisconnected
  ): Effect.Effect<Messages, SourceDisconnected> {
    const refuses = (error: string): boolean =>
      failure.reason === "refused" && failure.detail?.includes(error) === true;
    if (start.from !== oldest && start.from !== null && refuses("CursorTooOld")) {
      const first: ReadonlyArray<SourceMessage> = [connected, { _tag: "OutdatedCursor" }];
      return Effect.succeed(this.#connect(asked, { ...start, from: oldest, first }));
    }
    if (start.dictionary !== undefined && refuses("UnknownZstdDictionary"))
      return Effect.succeed(this.#connect(asked, { ...start, dictionary: undefined }));
    return Effect.fail(failure);
  }
}
