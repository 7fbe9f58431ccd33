import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { targetText } from "../../../application/sync/backfill/backfillText.ts";
import { type BackfillProgress, findBackfill } from "../../../application/sync/backfill/listBackfills.ts";

const isTerminal = Boolean(process.stderr.isTTY);
const barWidth = 24;

/** How often the progress is read, and how often it is printed where there is no terminal. */
const interval = isTerminal ? "1 second" : "10 seconds";

const minutesAndSeconds = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

const countText = ({ isListed, processed, repositories }: BackfillProgress): string => {
  if (!isListed && repositories === 0) return "no repositories are listed yet";
  const noun = repositories === 1 ? "repository" : "repositories";
  return `${processed} of ${repositories} ${noun}${isListed ? "" : " listed so far"}`;
};

/** Says in one line how far a backfill is. */
export const progressText = (backfill: BackfillProgress): string => {
  const { failed, records, repositoriesPerSecond, secondsLeft } = backfill;
  return [
    countText(backfill),
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

const write = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stderr.write(text);
  });

/** Where there is no terminal, a line that says nothing new is left out. */
const show = (backfill: BackfillProgress, before: string): Effect.Effect<string> => {
  const line = progressText(backfill);
  if (isTerminal) return Effect.as(write(`\r\u001b[K${bar(backfill)} ${line}`), line);
  return Effect.as(line === before ? Effect.void : write(`${line}\n`), line);
};

/** After how many milliseconds without a list of repositories the reason may be one that the operator can mend. */
const patienceMs = 15_000;

/** The service knows why it cannot list repositories, and this process may have other settings. */
const waits = `${isTerminal ? "\n" : ""}The service has not listed any repositories. It must be running, with a RELAY_URL that it can reach; its log says what fails. tidemark sync status shows whether a process reports.\n`;

const clear: Effect.Effect<void> = isTerminal ? write("\r\u001b[K") : Effect.void;

/** Ctrl-C ends only the wait. */
const goesOn = ({ id, target }: BackfillProgress): Effect.Effect<void> =>
  write(
    `\nThe backfill ${id} of ${targetText(target)} goes on in the service. To stop it: tidemark sync cancel ${id}\n`
  );

const watch = Effect.fnUntraced(function* (started: BackfillProgress, isQuiet: boolean) {
  let line = "";
  let isExplained = isQuiet;
  for (;;) {
    const found = (yield* findBackfill(started.id)) ?? started;
    if (!isQuiet) line = yield* show(found, line);
    if (found.state !== "running") return found;
    const waited = (yield* Clock.currentTimeMillis) - started.startedAt;
    if (!isExplained && !found.isListed && found.repositories === 0 && waited >= patienceMs) {
      isExplained = true;
      yield* write(waits);
    }
    yield* Effect.sleep(interval);
  }
});

/** Waits for the end of a backfill that the service carries out, and shows its progress on standard error. */
export const awaitBackfill = (started: BackfillProgress, isQuiet: boolean) =>
  watch(started, isQuiet).pipe(
    Effect.onInterrupt(() => goesOn(started)),
    Effect.ensuring(isQuiet ? Effect.void : clear)
  );
