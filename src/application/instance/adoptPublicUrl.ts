import * as Effect from "effect/Effect";
import * as decisions from "../../domain/administration/PublicUrlSettled.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { UnreadableRecord } from "../../domain/event/UnreadableRecord.ts";
import { traced } from "../../domain/failure/traced.ts";
import { changeBy, changingTypes } from "../../domain/projection/ByType.ts";
import { isKnownEvent } from "../../domain/projection/KnownEvent.ts";
import { openSessions } from "../../domain/projection/openSessions.ts";
import { publicUrls } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { skippedBy } from "../projection/ReadModel.ts";
import { replayLog } from "../projection/replayLog.ts";
import { endSession } from "../sessions/endSession.ts";

const stream = streamName("instance", "public-url");
const ofSessions = streamName("session", "");

const skippedTypes = skippedBy({ types: new Set(changingTypes(openSessions)) });

/**
 * Returns the ids of the sessions at PDSes that have not ended. Replays the log, which happens once per change of the
 * address.
 */
const findOpenSessions = Effect.gen(function* () {
  const open = new Set<string>();
  const fold = (event: RecordedEvent): Effect.Effect<void> => {
    if (!isKnownEvent(event))
      return event.stream.startsWith(ofSessions) ? Effect.die(UnreadableRecord.of(event)) : Effect.void;
    const change = changeBy(openSessions, event);
    if (change?._tag === "session-opened") open.add(change.sessionId);
    if (change?._tag === "session-ended") open.delete(change.sessionId);
    return Effect.void;
  };
  yield* replayLog(0, skippedTypes, (events) => Effect.forEach(events, fold, { discard: true }));
  return open;
});

/**
 * PDSes know every loopback client by this id, whatever its port (AT Protocol OAuth, "Localhost Client Development").
 */
const loopback = "http://localhost";

/** Returns the address by which PDSes know the service. */
const knownBy = (publicUrl: string): string => (publicUrl.startsWith("https:") ? publicUrl : loopback);

/**
 * Decides at startup by which address PDSes know the service. A changed address, including an http one for development,
 * is rejected while users are signed in, unless the operator retires the old one. Then their sessions end, as those of
 * development do when an https address replaces it.
 */
export const adoptPublicUrl = traced("adoptPublicUrl")(function* (address: string, givenUp: string | null = null) {
  const publicUrl = knownBy(address);
  const { state } = yield* loadAggregate(publicUrls, stream);
  if (state.publicUrl === publicUrl || (state.publicUrl === null && publicUrl === loopback)) return;
  const confirmedUrl = state.publicUrl === loopback ? loopback : givenUp;
  const open = state.publicUrl === null ? new Set<string>() : yield* findOpenSessions;
  yield* decide({
    aggregate: publicUrls,
    stream,
    metadata: () => ({ actor: { type: "operator", id: null } }),
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
