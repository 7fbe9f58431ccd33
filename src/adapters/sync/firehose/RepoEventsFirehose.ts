import * as Clock from "effect/Clock";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { RepoEvents, type SourceDisconnected, type SourceMessage } from "../../../domain/sync/stream/RepoEvents.ts";
import { openWebSocket } from "../connection/openWebSocket.ts";
import { type Decoded, FirehoseDecoder } from "./FirehoseDecoder.ts";

export interface FirehoseOptions {
  /** The WebSocket address of `com.atproto.sync.subscribeRepos` at a relay or a PDS. */
  readonly url: string;
  /** After this time without a message a subscription fails with `silent`. */
  readonly idleWithin: Duration.DurationInput;
}

type Messages = Stream.Stream<SourceMessage, SourceDisconnected>;

/** How a cursor is asked for: the events since the cursor, or those from now on to see what became of it. */
type Question = "replay" | "live";

const connected: SourceMessage = { _tag: "Connected", cursor: null };

const delivered = ({ failure, messages }: Decoded): Messages => {
  const all: Messages = Stream.fromIterable(messages);
  return failure === null ? all : Stream.concat(all, Stream.fail(failure));
};

/** The address of a subscription. The host sends the events after a position, so that at the cursor is repeated. */
const addressOf = (url: string, cursor: number | null): string => {
  const address = new URL(url);
  if (cursor !== null) address.searchParams.set("cursor", String(Math.max(0, cursor - 1)));
  return address.href;
};

const connect = ({ idleWithin, url }: FirehoseOptions, cursor: number | null, question: Question): Messages =>
  Stream.unwrapScoped(
    Effect.map(
      Effect.all([
        openWebSocket({ url: addressOf(url, question === "live" ? null : cursor), idleWithin }),
        Clock.currentTimeMillis
      ]),
      ([{ messages }, openedAt]) => {
        const asked = cursor === null ? null : { cursor, isReplay: question === "replay", openedAt };
        const decoder = new FirehoseDecoder(asked);
        const decoded = Stream.flatMap(messages, (batch) => delivered(decoder.decode(batch)));
        return question === "live" ? decoded : Stream.concat(Stream.make(connected), decoded);
      }
    )
  );

/**
 * The host repeats the event at the cursor at once. If it says nothing, the cursor may lie ahead of its sequence, and the
 * events from now on show what became of it.
 */
const subscribe = (options: FirehoseOptions, cursor: number | null): Messages => {
  if (cursor === null) return connect(options, null, "replay");
  let isAnswered = false;
  const replay = Stream.tap(connect(options, cursor, "replay"), ({ _tag }) =>
    Effect.sync(() => {
      isAnswered ||= _tag !== "Connected";
    })
  );
  return Stream.catchAll(replay, (failure) =>
    failure.reason === "silent" && !isAnswered ? connect(options, cursor, "live") : Stream.fail(failure)
  );
};

/**
 * Implements `RepoEvents` with the firehose of a relay or of a PDS (`com.atproto.sync.subscribeRepos`). Commits carry
 * what is needed to verify them. Positions are sequence numbers, which may have gaps.
 */
export const layer = (options: FirehoseOptions): Layer.Layer<RepoEvents> =>
  Layer.sync(RepoEvents, () => {
    const { href } = Object.assign(new URL(options.url), { search: "", hash: "" });
    return RepoEvents.of({
      source: { kind: "firehose", address: href },
      subscribe: ({ cursor }) => subscribe(options, cursor),
      acknowledge: () => Effect.void,
      track: () => Effect.void
    });
  });
