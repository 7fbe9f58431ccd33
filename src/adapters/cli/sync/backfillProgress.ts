import * as Effect from "effect/Effect";
import { targetText } from "../../../application/sync/backfill/backfillText.ts";
import { type BackfillProgress, findBackfill } from "../../../application/sync/backfill/listBackfills.ts";

const isTerminal = Boolean(process.stderr.isTTY);
const barWidth = 24;

/** How often the progress is read, and how often it is printed where there is no terminal. */
const interval = isTerminal ? "1 second" : "10 seconds";

const minutesAndSeconds = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

/** Says in one line how far a backfill is. */
export const progressText = (backfill: BackfillProgress): string => {
  const { failed, isListed, processed, records, repositories, repositoriesPerSecond, secondsLeft } = backfill;
  const total = `${repositories}${isListed ? "" : " so far"}`;
  return [
    `${processed} of ${total} ${repositories === 1 ? "repository" : "repositories"}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    `${records} records stored`,
    ...(repositoriesPerSecond === 0 ? [] : [`${repositoriesPerSecond.toFixed(1)} per second`]),
    ...(secondsLeft === null || secondsLeft === 0 ? [] : [`${minutesAndSeconds(secondsLeft)} left`])
  ].join(", ");
};

const bar = ({ isListed, processed, repositories }: BackfillProgress): string => {
  const share = isListed && repositories > 0 ? processed / repositories : 0;
  const full = Math.round(share * barWidth);
  return `[${"#".repeat(full)}${"-".repeat(barWidth - full)}]`;
};

const show = (backfill: BackfillProgress): Effect.Effect<void> =>
  Effect.sync(() => {
    const line = progressText(backfill);
    process.stderr.write(isTerminal ? `\r\u001b[K${bar(backfill)} ${line}` : `${line}\n`);
  });

const clear: Effect.Effect<void> = Effect.sync(() => {
  if (isTerminal) process.stderr.write("\r\u001b[K");
});

/** Ctrl-C ends only the wait. */
const goesOn = ({ id, target }: BackfillProgress): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stderr.write(
      `\nThe backfill ${id} of ${targetText(target)} goes on in the service. To stop it: tidemark sync cancel ${id}\n`
    );
  });

const watch = Effect.fnUntraced(function* (started: BackfillProgress, isQuiet: boolean) {
  for (;;) {
    const found = (yield* findBackfill(started.id)) ?? started;
    if (!isQuiet) yield* show(found);
    if (found.state !== "running") return found;
    yield* Effect.sleep(interval);
  }
});

/** Waits for the end of a backfill that the service carries out, and shows its progress on standard error. */
export const awaitBackfill = (started: BackfillProgress, isQuiet: boolean) =>
  watch(started, isQuiet).pipe(
    Effect.onInterrupt(() => goesOn(started)),
    Effect.ensuring(isQuiet ? Effect.void : clear)
  );
