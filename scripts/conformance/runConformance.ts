import { allChecks } from "../../test/conformance/oauth/allChecks.ts";
import { type Outcome, runCheck } from "../../test/conformance/oauth/runChecks.ts";
import { startOwnTarget } from "../../test/conformance/oauth/startOwnTarget.ts";
import { startNetwork } from "../../test/pds/startNetwork.ts";
import { startEmbedded } from "../../test/support/embeddedServer.ts";

const atOnce = 4;

export const runConformance = async (flags: ReadonlyArray<string>): Promise<number> => {
  const only = flags.filter((flag) => !flag.startsWith("--"));
  const [network, database] = await Promise.all([startNetwork(), startEmbedded()]);
  const own = await startOwnTarget(network, database.url);
  const checks = allChecks.filter(({ id }) => only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
  const outcomes: Array<Outcome> = [];
  // The sweep looks for what all others saw.
  const queue = checks.filter(({ id }) => id !== "CO-05");
  const last = checks.filter(({ id }) => id === "CO-05");
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const outcome = await runCheck(next, own.target);
        outcomes.push(outcome);
        process.stdout.write(`${JSON.stringify(outcome)}\n`);
      }
    })
  );
  for (const check of last) {
    const outcome = await runCheck(check, own.target);
    outcomes.push(outcome);
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  }
  await own.stop();
  await Promise.all([network.stop(), database.stop()]);
  return outcomes.some(({ status }) => status === "failed") ? 1 : 0;
};
