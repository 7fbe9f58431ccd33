import * as Clock from "effect/Clock";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import type { Lease } from "../../../domain/lease/Leases.ts";
import { SyncReports } from "../../../domain/sync/stream/SyncReports.ts";
import type { ConsumerState } from "./ConsumerState.ts";

const reportOnce = Effect.fnUntraced(function* (lease: Lease, address: string, state: ConsumerState) {
  const reports = yield* SyncReports;
  const at = yield* Clock.currentTimeMillis;
  const { collections, connected, events, lastError, lastEventAt, records, since } = state;
  yield* reports.report(lease, {
    address,
    collections,
    connected,
    since,
    lastEventAt,
    lastError,
    at,
    events,
    records
  });
  state.events -= events;
  state.records -= records;
});

/**
 * Reports periodically what this process knows about a source, indefinitely. A report that fails is made again. `address`
 * identifies the source.
 */
export const reportState = (lease: Lease, address: string, state: ConsumerState, every: Duration.DurationInput) =>
  Effect.repeat(
    Effect.catchAll(reportOnce(lease, address, state), (problem) =>
      Effect.logDebug(`The state of ${address} was not reported`, problem)
    ),
    Schedule.spaced(every)
  );
