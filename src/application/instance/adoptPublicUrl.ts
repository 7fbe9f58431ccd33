import * as Effect from "effect/Effect";
import * as decisions from "../../domain/administration/PublicUrlSettled.ts";
import { decodeEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { publicUrls } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { endSession } from "../sessions/endSession.ts";

const stream = streamName("instance", "public-url");
const pageSize = 5000;

const fold = Effect.fnUntraced(function* (open: Set<string>, recorded: RecordedEvent) {
  if (!recorded.stream.startsWith(streamName("session", ""))) return;
  const event = yield* Effect.orDie(decodeEvent(recorded));
  if (event._tag === "SessionEstablished.v1") open.add(event.sessionId);
  if (event._tag === "SessionEnded.v1") open.delete(event.sessionId);
});

/** The sessions at PDSes that did not end. Reads the whole log, which is done once in the life of an address. */
const openSessions = Effect.gen(function* () {
  const log = yield* EventLog;
  const open = new Set<string>();
  for (let cursor = 0, page = pageSize; page === pageSize; cursor += page) {
    const events = yield* log.read(cursor, pageSize);
    yield* Effect.forEach(events, (recorded) => fold(open, recorded), { discard: true });
    page = events.length;
  }
  return open;
});

/** Every loopback client is known to PDSes as this one, whatever its port (AT Protocol OAuth, "Localhost Client Development"). */
const loopback = "http://localhost";

/** What PDSes know the service by. */
const knownBy = (publicUrl: string): string => (publicUrl.startsWith("https:") ? publicUrl : loopback);

/**
 * Settles the address that PDSes know the service by, before it answers anybody: another one than before, be it an http
 * one of development, is refused while people are signed in, unless the operator gives the old one up. Then their
 * sessions end, as those of development do when it is left for an https address.
 */
export const adoptPublicUrl = Effect.fn("adoptPublicUrl")(function* (address: string, givenUp: string | null = null) {
  const publicUrl = knownBy(address);
  const { state } = yield* loadAggregate(publicUrls, stream);
  if (state.publicUrl === publicUrl || (state.publicUrl === null && publicUrl === loopback)) return;
  const confirmedUrl = state.publicUrl === loopback ? loopback : givenUp;
  const open = state.publicUrl === null ? new Set<string>() : yield* openSessions;
  yield* decide({
    aggregate: publicUrls,
    stream,
    about: () => ({ actor: { type: "operator", id: null } }),
    decide: (now) =>
      Effect.map(
        decisions.decidePublicUrl(now, { publicUrl, givenUp: confirmedUrl, sessions: open.size }),
        (events) => ({
          events,
          outcome: undefined
        })
      )
  });
  yield* Effect.forEach(open, (sessionId) => endSession(sessionId, "address-changed"), { discard: true });
});
