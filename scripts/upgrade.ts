/** `npm run upgrade -- --from <commit>`: runs an older version and this one over one database, in both orders of start. */
import { parseArgs } from "node:util";
import { startNetwork } from "../test/pds/startNetwork.ts";
import { olderCheckout } from "./upgrade/olderCheckout.ts";
import { newerFirst, olderFirst } from "./upgrade/scenarios.ts";

const { values } = parseArgs({ options: { from: { type: "string" } } });

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const runAll = async (from: string): Promise<number> => {
  say(`Checking out ${from} and installing its packages ...`);
  const older = await olderCheckout(from);
  const network = await startNetwork({ accounts: [] });
  try {
    say("The older version starts first:");
    const first = await olderFirst(network, older.folder, say);
    say("The newer version starts first:");
    const second = await newerFirst(network, older.folder, say);
    const problems = [...first, ...second];
    for (const problem of problems) say(`FAILED: ${problem}`);
    if (problems.length === 0) say("Both orders of start hold.");
    return problems.length === 0 ? 0 : 1;
  } finally {
    await network.stop();
    await older.remove();
  }
};

if (values.from === undefined) {
  process.stderr.write(
    "upgrade: --from is missing. Give the commit of the older version: npm run upgrade -- --from <commit>\n"
  );
  process.exitCode = 2;
} else process.exitCode = await runAll(values.from);
// A connection to a service that has ended must not keep the process alive.
process.exit();
