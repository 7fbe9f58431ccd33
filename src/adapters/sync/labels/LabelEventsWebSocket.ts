import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { LabelEvents, type LabelMessage, type LabelSubscription } from "../../../domain/labeler/LabelEvents.ts";
import type { SourceDisconnected } from "../../../domain/sync/stream/RepoEvents.ts";
import { type ConnectionGuard, openWebSocket } from "../connection/openWebSocket.ts";
import { type DecodedLabels, LabelDecoder } from "./LabelDecoder.ts";
import { smallBatches } from "./smallBatches.ts";

export interface LabelerOptions {
  /** The addresses of labelers are stated in their DID documents, so they need a guard. */
  readonly guard: ConnectionGuard;
  /** After this time without a message a subscription fails with `silent`. */
  readonly idleWithin: Duration.DurationInput;
}

type Messages = Stream.Stream<LabelMessage, SourceDisconnected>;

/** Frames of event streams have 5 MB at most (AT Protocol, Event Stream). */
const maxMessageBytes = 5 * 1024 * 1024;
/** There may be many labelers, and each can send as much as it likes. */
const buffer = { bytes: 1024 * 1024, messages: 500 };

const connected: LabelMessage = { _tag: "Connected" };

const addressOf = ({ cursor, endpoint }: LabelSubscription): string =>
  `${endpoint.replace(/^http/, "ws")}/xrpc/com.atproto.label.subscribeLabels?cursor=${cursor}`;

const delivered = ({ failure, messages }: DecodedLabels): Messages => {
  const all = Stream.fromIterable(messages);
  return failure === null ? all : Stream.concat(all, Stream.fail(failure));
};

const subscribe = ({ guard, idleWithin }: LabelerOptions, subscription: LabelSubscription): Messages =>
  Stream.unwrapScoped(
    Effect.map(
      openWebSocket({ url: addressOf(subscription), idleWithin, buffer, maxMessageBytes, guard }),
      ({ messages }) => {
        const decoder = new LabelDecoder(subscription.cursor);
        const decoded = messages.pipe(
          Stream.mapConcat(smallBatches),
          Stream.flatMap((batch) => delivered(decoder.decode(batch)))
        );
        return Stream.concat(Stream.make(connected), decoded);
      }
    )
  );

/** Implements `LabelEvents` with WebSockets. */
export const layer = (options: LabelerOptions): Layer.Layer<LabelEvents> =>
  Layer.succeed(LabelEvents, { subscribe: (subscription) => subscribe(options, subscription) });
