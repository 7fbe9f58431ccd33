/** `npm test` runs all checks and tests; with `--fast` (`npm run check`), only the tests that need no server. */
import { availableParallelism } from "node:os";
import { type Counts, oneCheck, resultLine, total } from "./Counts.ts";
import { runScript } from "./runScript.ts";
import { runTests } from "./runTests.ts";

const { fast, flags } = readArguments(process.argv.slice(2));
const counts: Array<Counts> = [];
// Tests of many random cases then try fewer of them.
if (fast) process.env.QUICK_CHECK = "1";

// Each of them leaves a processor idle for a part of its time.
counts.push(
  ...(await Promise.all(
    ["typecheck", "lint", "boundaries"].map((name) =>
      timed(name, async () => {
        const { held, output } = await runScript(name);
        if (!held) console.log(output.trimEnd());
        return oneCheck(held);
      })
    )
  ))
);
// Tests wait for timers and for the services that they start, so each processor runs one process; Vitest would leave one idle.
const forks = `--poolOptions.forks.maxForks=${availableParallelism()}`;
// Without isolation the tests take a third of the time; `npm test` isolates them.
const fastFlags = fast ? ["--project=fast", "--no-isolate"] : [];
counts.push(await timed("tests", () => runTests([forks, ...fastFlags, ...flags])));

const sum = total(counts);
console.log(`\n${resultLine(sum)}`);
process.exitCode = sum.failed === 0 ? 0 : 1;

function readArguments(given: ReadonlyArray<string>) {
  return { fast: given.includes("--fast"), flags: given.filter((argument) => argument !== "--fast") };
}

async function timed(name: string, run: () => Promise<Counts>): Promise<Counts> {
  const start = performance.now();
  const result = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${name.padEnd(10)} ${result.failed === 0 ? "ok" : "FAILED"} ${seconds.padStart(7)} s`);
  return result;
}
