import * as HashMap from "effect/HashMap";
import * as Schema from "effect/Schema";
import { lifetimeBounds } from "../../domain/client/ClientLifetimes.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import type { ReadModel } from "./ReadModel.ts";
import { snapshotForm } from "./snapshot/SnapshotForm.ts";

/** When authorizations ended, in Unix milliseconds, by their ids. */
export type Ended = HashMap.HashMap<string, number>;

const [, longestAccessToken] = lifetimeBounds.accessToken;

/**
 * Twice the longest lifetime of an access token, in milliseconds: no token that could still be presented is forgotten.
 */
const retentionMs = 2 * longestAccessToken * 1000;

const forgetOld = (ended: Ended, now: number): Ended => HashMap.filter(ended, (endedAt) => now - endedAt < retentionMs);

const evolve = (ended: Ended, event: DomainEvent, recorded: RecordedEvent): Ended => {
  if (event._tag !== "AuthorizationEnded.v1") return ended;
  const now = Date.parse(recorded.recordedAt);
  const grown = HashMap.set(ended, event.authorizationId, now);
  return HashMap.size(grown) % 256 === 0 ? forgetOld(grown, now) : grown;
};

/** The authorizations that have ended, retained for the lifetime of an access token. */
export const endedAuthorizations: ReadModel<Ended> = {
  name: "ended authorizations",
  types: new Set(["AuthorizationEnded.v1"] as const),
  initial: HashMap.empty(),
  evolve,
  snapshot: snapshotForm({
    version: 1,
    entry: Schema.Tuple(Schema.String, Schema.Int),
    entriesOf: (ended) => ended,
    stateOf: (entries) => HashMap.fromIterable(entries)
  })
};
