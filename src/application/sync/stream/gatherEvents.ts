import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { SourceMessage } from "../../../domain/sync/stream/RepoEvents.ts";

/** With fewer events in a message, no more were waiting, so that the source is not ahead. */
const fewEvents = 100;

/** How long events gather after a message with few. It delays an event by half of this on average, and by no more. */
const gatherFor = "50 millis";

const pause = Stream.drain(Stream.fromEffect(Effect.sleep(gatherFor)));

const isSmall = (message: SourceMessage): boolean => message._tag === "Events" && message.events.length < fewEvents;

/**
 * Delivers every message at once, but asks for the next one 50 ms after one with few events, so that those of a steady
 * source are stored about 20 times a second and not one by one. The first event after a silence does not wait, and
 * neither does a source that is ahead.
 */
export const gatherEvents = <E, R>(messages: Stream.Stream<SourceMessage, E, R>): Stream.Stream<SourceMessage, E, R> =>
  Stream.flatMap(messages, (message) => {
    const delivered = Stream.succeed(message);
    return isSmall(message) ? Stream.concat(delivered, pause) : delivered;
  });
