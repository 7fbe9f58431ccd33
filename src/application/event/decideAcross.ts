import * as Effect from "effect/Effect";
import { Atomically } from "../../domain/event/Atomically.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import { appendEvents } from "./appendEvents.ts";
import { retryConflicts } from "./retryConflicts.ts";
import type { EventMetadata } from "./toNewEvent.ts";

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
  /** Stored before the appends, in their transaction; not run when there is nothing to append. */
  readonly alongside?: Effect.Effect<void, E, R> | undefined;
  readonly outcome: Outcome;
}

const appendTo = ({ metadata, events, stream, version }: Append) => appendEvents(stream, version, events, metadata);

function* attempt<Outcome, E, R, E2, R2>(load: Effect.Effect<JointDecision<Outcome, E2, R2>, E, R>) {
  const { alongside, appends, outcome } = yield* load;
  const filled = appends.filter(({ events }) => events.length > 0);
  if (filled.length === 0) return { outcome, position: 0 };
  const appended = Effect.forEach(filled, appendTo);
  const atomically = yield* Atomically;
  const recorded = yield* alongside === undefined && filled.length === 1
    ? appended
    : atomically.run(Effect.zipRight(alongside ?? Effect.void, appended));
  return { outcome, position: recorded.at(-1)?.at(-1)?.position ?? 0 };
}

/**
 * Runs `load`, which loads streams and decides, and records its decision in one transaction. When another writer appends to
 * one of the streams first, both are repeated. The result is the outcome and the position of the last event appended; 0 when
 * none was.
 */
export const decideAcross = <Outcome, E, R, E2 = never, R2 = never>(
  load: Effect.Effect<JointDecision<Outcome, E2, R2>, E, R>
) => retryConflicts(Effect.gen(() => attempt(load)));
