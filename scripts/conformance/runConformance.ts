import { writeFile } from "node:fs/promises";
import { allChecks } from "../../test/conformance/oauth/allChecks.ts";
import type { Check } from "../../test/conformance/oauth/Check.ts";
import { type Outcome, runCheck } from "../../test/conformance/oauth/runChecks.ts";
import { startOwnTarget } from "../../test/conformance/oauth/startOwnTarget.ts";
import type { Target } from "../../test/conformance/oauth/Target.ts";
import { startNetwork } from "../../test/pds/startNetwork.ts";
import { startEmbedded } from "../../test/support/embeddedServer.ts";
import { conformancePage } from "./conformancePage.ts";
import { foreignTarget } from "./foreignTarget.ts";
import { type Options, readOptions, usage } from "./Options.ts";
import { outcomeTable } from "./outcomeTable.ts";

const atOnce = 4;

/** Runs all checks, several concurrently. The sweep runs last, because it searches what the others have seen. */
const runAll = async (target: Target, checks: ReadonlyArray<Check>): Promise<ReadonlyArray<Outcome>> => {
  const outcomes = new Map<string, Outcome>();
  const ask = async (check: Check): Promise<void> => {
    const outcome = await runCheck(check, target);
    outcomes.set(check.id, outcome);
    const { error, id, milliseconds, pass, status } = outcome;
    process.stdout.write(`${JSON.stringify({ id, pass, status, error, milliseconds })}\n`);
  };
  const queue = checks.filter(({ id }) => id !== "CO-05");
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await ask(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  for (const sweep of checks.filter(({ id }) => id === "CO-05")) await ask(sweep);
  return checks.flatMap(({ id }) => outcomes.get(id) ?? []);
};

const onOwnTarget = async (checks: ReadonlyArray<Check>): Promise<ReadonlyArray<Outcome>> => {
  const [network, database] = await Promise.all([startNetwork(), startEmbedded()]);
  try {
    const own = await startOwnTarget(network, database.url);
    return await runAll(own.target, checks).finally(() => own.stop());
  } finally {
    await Promise.all([network.stop(), database.stop()]);
  }
};

const outcomesOf = async (options: Options): Promise<ReadonlyArray<Outcome>> => {
  const { only, target } = options;
  const checks = allChecks.filter(({ id }) => only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
  return target === null ? onOwnTarget(checks) : runAll(await foreignTarget(target, options), checks);
};

/** `npm run conformance`: prints one line of JSON per check, then a table. Ends with 1 if a check failed. */
export const runConformance = async (flags: ReadonlyArray<string>): Promise<number> => {
  const options = readOptions(flags);
  if (options === null) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const outcomes = await outcomesOf(options);
  process.stdout.write(`\n${outcomeTable(outcomes)}\n`);
  if (options.docs) await writeFile(new URL("../../docs/conformance.md", import.meta.url), conformancePage(outcomes));
  return outcomes.some(({ status }) => status === "failed") ? 1 : 0;
};
