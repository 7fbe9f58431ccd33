import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { Atomically } from "../../domain/event/Atomically.ts";
import { LabelStore } from "../../domain/label/LabelStore.ts";
import { type LabelSubject, subjectText } from "../../domain/label/LabelSubject.ts";
import { Takedowns } from "../../domain/label/Takedowns.ts";
import { withLease } from "../lease/withLease.ts";
import { settleTakedowns } from "./settleTakedowns.ts";

/** How many subjects are read at a time. Each is settled in a transaction of its own. */
const page = 200;

const lease = withLease("takedowns", 60_000);

const settleEach = Effect.fnUntraced(function* (subjects: ReadonlyArray<LabelSubject>) {
  const atomically = yield* Atomically;
  yield* Effect.forEach(subjects, (subject) => atomically.run(settleTakedowns([subject])), { discard: true });
});

/** Shows what is still hidden although its labels ended, unless another label hides it. Returns how many there were. */
export const settleEnded = Effect.gen(function* () {
  const ended = yield* (yield* Takedowns).ended(yield* Clock.currentTimeMillis, page);
  yield* settleEach(ended);
  return ended.length;
});

const lastOf = (subjects: ReadonlyArray<LabelSubject>): string | null => {
  const last = subjects.at(-1);
  return last === undefined || subjects.length < page ? null : subjectText(last);
};

/** Hides and shows what the labels say, whatever was hidden before, such as after a restored backup. */
export const settleAll = Effect.gen(function* () {
  const [store, takedowns] = [yield* LabelStore, yield* Takedowns];
  const now = yield* Clock.currentTimeMillis;
  let after: string | null = null;
  do {
    const wanted = (yield* store.takedowns(after, page, now)).map(({ subject }) => subject);
    const known = yield* takedowns.find(wanted);
    yield* settleEach(wanted.filter((subject) => !known.has(subjectText(subject))));
    after = lastOf(wanted);
  } while (after !== null);
  do {
    const hidden: ReadonlyArray<LabelSubject> = yield* takedowns.list(after, page);
    const wanted = new Set((yield* store.takedownsOf(hidden, now)).map(({ subject }) => String(subjectText(subject))));
    yield* settleEach(hidden.filter((subject) => !wanted.has(subjectText(subject))));
    after = lastOf(hidden);
  } while (after !== null);
});

const warned = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.catchAll(work, (problem) => Effect.logWarning("Takedowns are not settled yet", problem));

const endedEverySeconds = Effect.repeat(
  warned(lease(Effect.repeat(settleEnded, { until: (count) => count < page }))),
  Schedule.spaced("5 seconds")
);

/**
 * Compares what is hidden with the labels at the start, and shows within five seconds what a label no longer hides because
 * it ended, indefinitely. One process does it at a time.
 */
export const settleTakedownsPeriodically = Effect.zipRight(warned(lease(settleAll)), endedEverySeconds);
