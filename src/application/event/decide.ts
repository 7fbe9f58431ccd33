import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import type { VaultChange } from "../../domain/event/UnitOfWork.ts";
import type { Aggregate, Folded } from "./Aggregate.ts";
import { commitDecision, decideAcross, filledAppends, type JointDecision } from "./decideAcross.ts";
import { cachedAggregate, loadAggregate } from "./loadAggregate.ts";
import type { PendingUse } from "./PendingUse.ts";
import { isConflict } from "./retryConflicts.ts";
import type { EventMetadata } from "./toNewEvent.ts";

/** What was decided: the events to append, which may be none, and the result for the caller. */
export interface Decision<Event, Outcome> {
  readonly events: ReadonlyArray<Event>;
  readonly outcome: Outcome;
  /** Secrets that are stored with the events. */
  readonly secrets?: ReadonlyArray<VaultChange>;
}

interface DecideRequest<State, Event extends DomainEvent, Outcome, E, R, E2, R2, E3> {
  readonly aggregate: Aggregate<State, Event>;
  readonly stream: StreamName;
  readonly metadata: (state: State) => EventMetadata;
  readonly decide: (state: State) => Effect.Effect<Decision<Event, Outcome>, E, R>;
  readonly alongside?: (outcome: Outcome) => Effect.Effect<void, E2, R2>;
  /** What the request uses once; it is consumed whatever is decided. */
  readonly uses?: ReadonlyArray<PendingUse<E3>>;
}

const decideFrom = <State, Event extends DomainEvent, Outcome, E, R, E2, R2, E3>(
  { alongside, decide: choose, metadata, stream }: DecideRequest<State, Event, Outcome, E, R, E2, R2, E3>,
  { state, version }: Folded<State>
) =>
  Effect.map(choose(state), ({ events, outcome, secrets = [] }) => {
    const appends = [{ stream, version, events, metadata: metadata(state) }];
    return { appends, secrets, alongside: alongside?.(outcome), outcome } satisfies JointDecision<Outcome, E2, R2>;
  });

/**
 * Decides by the events in memory, and commits if there is something to append: that succeeds only if nobody else appended
 * meanwhile. None if nothing is in memory, and for every other decision, which may be based on an old state.
 */
function* decideOptimistically<State, Event extends DomainEvent, Outcome, E, R, E2, R2, E3>(
  request: DecideRequest<State, Event, Outcome, E, R, E2, R2, E3>
) {
  const cached = yield* cachedAggregate(request.aggregate, request.stream);
  if (Option.isNone(cached)) return Option.none();
  const decision = yield* Effect.option(decideFrom(request, cached.value));
  if (Option.isNone(decision) || filledAppends(decision.value).length === 0) return Option.none();
  const committed = Effect.asSome(commitDecision(decision.value, request.uses ?? []));
  const position = yield* Effect.catchIf(committed, isConflict, () => Effect.succeedNone);
  return Option.map(position, (found) => ({ outcome: decision.value.outcome, position: found }));
}

function* steps<State, Event extends DomainEvent, Outcome, E, R, E2, R2, E3>(
  request: DecideRequest<State, Event, Outcome, E, R, E2, R2, E3>
) {
  const decided = yield* Effect.gen(() => decideOptimistically(request));
  if (Option.isSome(decided)) return decided.value;
  const load = loadAggregate(request.aggregate, request.stream);
  return yield* decideAcross(
    Effect.flatMap(load, (folded) => decideFrom(request, folded)),
    request.uses ?? []
  );
}

/**
 * Loads and folds one stream, decides, and appends. When another writer appends first, all of it is repeated with what that
 * writer recorded. `alongside` is stored in the transaction of the append, before it. The result is the outcome and the
 * position of the last event appended; 0 when none was. `decide` may run more than once.
 */
export const decide = <State, Event extends DomainEvent, Outcome, E, R, E2 = never, R2 = never, E3 = never>(
  request: DecideRequest<State, Event, Outcome, E, R, E2, R2, E3>
) => Effect.gen(() => steps(request));
