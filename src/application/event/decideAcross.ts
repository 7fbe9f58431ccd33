import * as Effect from "effect/Effect";
import { Atomically } from "../../domain/event/Atomically.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import type { VaultChange } from "../../domain/event/UnitOfWork.ts";
import { commitUnit, consumeUses } from "./commitUnit.ts";
import type { PendingUse } from "./PendingUse.ts";
import { retryConflicts } from "./retryConflicts.ts";
import { type EventMetadata, toNewEvent } from "./toNewEvent.ts";

/** What is appended to one stream; `version` is the one that it was loaded at. */
export interface Append {
  readonly stream: StreamName;
  readonly version: number;
  readonly events: ReadonlyArray<DomainEvent>;
  readonly metadata: EventMetadata;
}

/** What was decided from several streams: the appends, what is stored with them, and the result for the caller. */
export interface JointDecision<Outcome, E, R> {
  readonly appends: ReadonlyArray<Append>;
  /** Secrets that are stored with the appends; not stored when there is nothing to append. */
  readonly secrets?: ReadonlyArray<VaultChange>;
  /** Stored before the appends, in their transaction; not run when there is nothing to append. */
  readonly alongside?: Effect.Effect<void, E, R> | undefined;
  readonly outcome: Outcome;
}

const newEvents = ({ events, metadata, stream, version }: Append) =>
  Effect.map(
    Effect.forEach(events, (event) => toNewEvent(event, metadata)),
    (wrapped) => ({ stream, expectedVersion: version, events: wrapped })
  );

/** Wraps the events of appends to several streams. */
export const wrapAppends = (appends: ReadonlyArray<Append>) => Effect.forEach(appends, newEvents);

/** Returns the appends of a decision that have events. */
export const filledAppends = ({ appends }: Pick<JointDecision<unknown, never, never>, "appends">) =>
  appends.filter(({ events }) => events.length > 0);

/** Commits a decision that has events. Returns the position of the last of them. */
export const commitDecision = Effect.fnUntraced(function* <Outcome, E, R, E2>(
  { alongside, appends, secrets = [] }: JointDecision<Outcome, E, R>,
  uses: ReadonlyArray<PendingUse<E2>>
) {
  const unit = { appends: yield* wrapAppends(filledAppends({ appends })), secrets, uses };
  if (alongside === undefined) return (yield* commitUnit(unit)).at(-1)?.position ?? 0;
  const atomically = yield* Atomically;
  const recorded = yield* atomically.run(Effect.zipRight(alongside, commitUnit(unit)));
  return recorded.at(-1)?.position ?? 0;
});

function* attempt<Outcome, E, R, E2, R2, E3>(
  load: Effect.Effect<JointDecision<Outcome, E2, R2>, E, R>,
  uses: ReadonlyArray<PendingUse<E3>>
) {
  const decision = yield* Effect.tapError(load, () => consumeUses(uses));
  const { outcome } = decision;
  if (filledAppends(decision).length > 0) return { outcome, position: yield* commitDecision(decision, uses) };
  yield* consumeUses(uses);
  return { outcome, position: 0 };
}

/**
 * Runs `load`, which loads streams and decides, and records its decision in one transaction, with the consumption of `uses`.
 * When another writer appends to one of the streams first, both are repeated. What is used is consumed whatever is decided,
 * also when `load` fails. The result is the outcome and the position of the last event appended; 0 when none was.
 */
export const decideAcross = <Outcome, E, R, E2 = never, R2 = never, E3 = never>(
  load: Effect.Effect<JointDecision<Outcome, E2, R2>, E, R>,
  uses: ReadonlyArray<PendingUse<E3>> = []
) => retryConflicts(Effect.gen(() => attempt(load, uses)));
