import * as Effect from "effect/Effect";
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import { sessions } from "../../event/aggregates.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";

/**
 * Returns up to `limit` ended sessions that are not revoked at their PDS yet, oldest first, with the account and issuer
 * of each.
 */
export const listPendingRevocations = traced("listPendingRevocations")(function* (limit: number) {
  const { list } = yield* PendingRevocations;
  const pending = yield* list(limit);
  const loaded = yield* Effect.forEach(
    pending,
    (each) =>
      Effect.map(loadAggregate(sessions, streamName("session", each.sessionId)), ({ state }) =>
        state._tag === "Ended"
          ? [{ ...each, did: state.established.did, issuer: state.established.issuer, reason: state.reason }]
          : []
      ),
    { concurrency: 4 }
  );
  return loaded.flat();
});
