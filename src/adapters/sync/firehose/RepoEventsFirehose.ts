import * as Clock from "effect/Clock";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { RepoEvents, type SourceDisconnected, type SourceMessage } from "../../../domain/sync/stream/RepoEvents.ts";
import { openWebSocket } from "../connection/openWebSocket.ts";
import type { AskAgain } from "./AskAgain.ts";
import type { Question } from "./answerOf.ts";
import { type Decoded, FirehoseDecoder } from "./FirehoseDecoder.ts";

export interface FirehoseOptions {
  /** The WebSocket address of `com.atproto.sync.subscribeRepos` at a relay or a PDS. */
  readonly url: string;
  /** After this time without a message a subscription fails with `silent`. */
  readonly idleWithin: Duration.DurationInput;
}

type Messages<E = SourceDisconnected> = Stream.Stream<SourceMessage, E>;

const connected: SourceMessage = { _tag: "Connected", cursor: null };

const delivered = ({ failure, messages }: Decoded): Messages<SourceDisconnected | AskAgain> => {
  const all: Messages<never> = Stream.fromIterable(messages);
  return failure === null ? all : Stream.concat(all, Stream.fail(failure));
};

/** The address of a subscription. A host sends the events after the position that it is asked for. */
const addressOf = (url: string, cursor: number | null, question: Question): string => {
  const address = new URL(url);
  if (cursor !== null && question !== "live")
    address.searchParams.set("cursor", String(question === "repeat" ? Math.max(0, cursor - 1) : cursor));
  return address.href;
};

const connect = ({ idleWithin, url }: FirehoseOptions, cursor: number | null, question: Question) =>
  Stream.unwrapScoped(
    Effect.map(
      Effect.all([openWebSocket({ url: addressOf(url, cursor, question), idleWithin }), Clock.currentTimeMillis]),
      ([{ messages }, openedAt]) => {
        const decoder = new FirehoseDecoder(cursor === null ? null : { cursor, question, openedAt });
        const decoded = Stream.flatMap(messages, (batch) => delivered(decoder.decode(batch)));
        return question === "repeat" ? Stream.concat(Stream.make(connected), decoded) : decoded;
      }
    )
  );

/**
 * Subscribes. A host repeats the event at the cursor at once. If it says nothing, the cursor may lie ahead of its
 * sequence, and the events from now on show what became of it.
 */
const subscribe = (options: FirehoseOptions, cursor: number | null): Messages => {
  let isAnswered = false;
  const repeat = Stream.tap(connect(options, cursor, "repeat"), ({ _tag }) =>
    Effect.sync(() => {
      isAnswered ||= _tag !== "Connected";
    })
  );
  const settled = (question: Question): Messages =>
    Stream.catchTag(connect(options, cursor, question), "AskAgain", Stream.die);
  return repeat.pipe(
    Stream.catchTags({
      AskAgain: () => settled("after"),
      SourceDisconnected: (failure) =>
        failure.reason === "silent" && cursor !== null && !isAnswered ? settled("live") : Stream.fail(failure)
    })
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
