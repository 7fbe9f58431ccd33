import * as Effect from "effect/Effect";
import { Atomically } from "../../domain/event/Atomically.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import { EventLogUnavailable, type VersionConflict } from "../../domain/event/EventLog.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import type { Aggregate } from "./Aggregate.ts";
import { appendEvents } from "./appendEvents.ts";
import type { About } from "./describeEvent.ts";
import { loadAggregate } from "./loadAggregate.ts";

/** What was decided: the events to append (none is allowed), and the answer to who asked. */
export interface Decided<Event, Outcome> {
  readonly events: ReadonlyArray<Event>;
  readonly outcome: Outcome;
}

/** The answer, and the position of the last event that was appended for it; 0 when none was. */
export interface Settled<Outcome> {
  readonly outcome: Outcome;
  readonly position: number;
}

/** How often a decision is made anew because somebody else appended in between. */
const attempts = 20;

const isConflict = (error: unknown): error is VersionConflict =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "VersionConflict";

/**
 * Loads and folds a stream, decides, and appends: on a conflict all of it again, with what the other one wrote.
 * `alongside` is stored in the transaction of the append, before it.
 */
export const decide = Effect.fnUntraced(
  function* <State, Event extends DomainEvent, Outcome, E, R, E2 = never, R2 = never>(options: {
    readonly aggregate: Aggregate<State, Event>;
    readonly stream: StreamName;
    readonly about: (state: State) => About;
    readonly decide: (state: State) => Effect.Effect<Decided<Event, Outcome>, E, R>;
    readonly alongside?: (outcome: Outcome) => Effect.Effect<void, E2, R2>;
  }) {
    const { state, version } = yield* loadAggregate(options.aggregate, options.stream);
    const { events, outcome } = yield* options.decide(state);
    if (events.length === 0) return { outcome, position: 0 };
    const append = appendEvents(options.stream, version, events, options.about(state));
    const atomically = yield* Atomically;
    const recorded = yield* options.alongside === undefined
      ? append
      : atomically.run(Effect.zipRight(options.alongside(outcome), append));
    return { outcome, position: recorded.at(-1)?.position ?? 0 };
  },
  Effect.retry({ while: isConflict, times: attempts }),
  Effect.mapError((error) =>
    isConflict(error) ? new EventLogUnavailable({ operation: "append", cause: error }) : error
  )
);
