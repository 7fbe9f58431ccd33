import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import * as Stream from "effect/Stream";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { type Lease, Leases } from "../../../domain/lease/Leases.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { RepoEvents, type SourceDisconnected } from "../../../domain/sync/stream/RepoEvents.ts";
import { LeaseLost, SyncCursors } from "../../../domain/sync/stream/SyncCursors.ts";
import { ConsumerState } from "./ConsumerState.ts";
import { type Consumption, consumeSource } from "./consumeSource.ts";
import { firstDelayMs, nextDelay, withJitter } from "./reconnectDelay.ts";
import { recordSourceGap } from "./recordGaps.ts";
import { reportState } from "./reportState.ts";
import { makeSigningIdentities } from "./SigningIdentities.ts";
import { trackNewlyKnown } from "./trackKnown.ts";

const leaseName = "live-sync";

/** Milliseconds that the lease lasts if its holder is killed, and between its renewals. */
const leaseMs = 6_000;
const renewEveryMs = 1_500;
/** Milliseconds between two attempts to acquire the lease. */
const acquireEveryMs = 1_000;
const reportEvery = "1 second";

/** Fails when the lease cannot be renewed, so that this process stops to follow the source. */
const renewing = (lease: Lease, address: string) =>
  Effect.flatMap(Leases, (leases) =>
    leases.renew(lease, leaseMs).pipe(
      Effect.catchAll((problem) => Effect.as(Effect.logDebug("The lease of live sync was not renewed", problem), true)),
      Effect.filterOrFail(
        (held) => held,
        () => new LeaseLost({ address })
      ),
      Effect.delay(renewEveryMs),
      Effect.forever
    )
  );

/** Begins the sequence again after the source says that the cursor is ahead of it. */
const restart = Effect.fnUntraced(function* (lease: Lease) {
  const { source } = yield* RepoEvents;
  yield* Effect.logWarning(`The sequence of ${source.address} started over; every known repository is read again`);
  const cursors = yield* SyncCursors;
  const cursor = yield* cursors.restart(source.address, lease);
  yield* recordSourceGap(source, "future-cursor");
  return cursor;
});

/** Follows the source from the stored cursor until the connection ends. */
const fromStoredCursor = Effect.fnUntraced(function* (consumption: Consumption, collections: ReadonlyArray<Nsid>) {
  const { source } = yield* RepoEvents;
  const cursor = yield* (yield* SyncCursors).takeOver(source.address, consumption.lease);
  return yield* consumeSource(consumption, cursor, collections);
});

/** Follows the source until the connection ends. When other Lexicons are active, it connects again for theirs. */
const untilDisconnected = (consumption: Consumption) =>
  Effect.flatMap(LexiconCatalog, (catalog) =>
    catalog.changes.pipe(
      Stream.map(({ collections }) => collections.map(({ nsid }) => nsid)),
      Stream.changesWith((before, after) => before.join() === after.join()),
      Stream.flatMap((collections) => Stream.fromEffect(fromStoredCursor(consumption, collections)), { switch: true }),
      Stream.runDrain
    )
  );

const handleDisconnect = Effect.fnUntraced(function* (
  { lease, state }: Consumption,
  problem: SourceDisconnected,
  delay: number
) {
  const { source } = yield* RepoEvents;
  const wasSilent = state.connected && problem.reason === "silent";
  const happened = state.connected ? "lost the connection to" : "cannot connect to";
  state.disconnect(problem, yield* Clock.currentTimeMillis);
  if (problem.reason === "future-cursor") {
    yield* restart(lease);
    return firstDelayMs;
  }
  // What happens between two connections without a cursor is missed, so a source that has nothing to say is not paused.
  if (wasSilent) return firstDelayMs;
  const milliseconds = yield* withJitter(state.progressed ? firstDelayMs : delay);
  const detail = problem.detail === null ? "" : ` (${problem.detail})`;
  yield* Effect.logWarning(
    `Live sync ${happened} ${source.address}: ${problem.reason}${detail}. Next attempt in ${Math.ceil(milliseconds / 1000)} s`
  );
  yield* Effect.sleep(milliseconds);
  return nextDelay(delay, state.progressed);
});

/** Follows the source from the stored cursor, and connects again whenever the connection ends. */
const reconnecting = Effect.fnUntraced(function* (consumption: Consumption) {
  let delay = firstDelayMs;
  for (;;) {
    delay = yield* untilDisconnected(consumption).pipe(
      Effect.as(firstDelayMs),
      Effect.catchTag("SourceDisconnected", (problem) => handleDisconnect(consumption, problem, delay))
    );
  }
});

const withHeldLease = Effect.fnUntraced(function* (lease: Lease) {
  const { source } = yield* RepoEvents;
  const state = new ConsumerState(yield* Clock.currentTimeMillis);
  const identities = yield* makeSigningIdentities;
  yield* reconnecting({ lease, state, identities }).pipe(
    Effect.raceFirst(renewing(lease, source.address)),
    Effect.raceFirst(reportState(lease, source.address, state, reportEvery)),
    Effect.raceFirst(source.kind === "tap" ? trackNewlyKnown : Effect.never)
  );
});

const followOnce = Effect.flatMap(Leases, (leases) =>
  Effect.acquireUseRelease(
    leases.acquire(leaseName, leaseMs),
    Option.match({ onNone: () => Effect.void, onSome: withHeldLease }),
    Option.match({ onNone: () => Effect.void, onSome: (lease) => Effect.ignore(leases.release(lease)) })
  )
);

/**
 * Follows the source in one process at a time, indefinitely: another process takes over within 10 seconds after the one
 * that did is killed. A failure of the storage is retried.
 */
export const followSource = followOnce.pipe(
  Effect.catchTag("LeaseLost", () => Effect.logInfo("Another process follows the source of live sync now")),
  Effect.catchAll((problem) =>
    Effect.logWarning("Live sync cannot continue while the storage is unavailable", problem)
  ),
  Effect.repeat(Schedule.jittered(Schedule.spaced(acquireEveryMs)))
);
