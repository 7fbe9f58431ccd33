/** `npm run data-folder`: stores the data folder of a release, which `test/releases` opens with every later version. */
import { parseArgs } from "node:util";
import { storeDataFolder } from "./dataFolder/storeDataFolder.ts";

const { values } = parseArgs({ options: { from: { type: "string" } } });

try {
  await storeDataFolder(values.from ?? null, (line) => void process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`data-folder: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// A connection to a service that has ended must not keep the process alive.
process.exit();
