/** `npm run simulate`: runs simulations of the network for the tests of live sync, and reduces those that fail. */
import { runSimulations } from "./simulate/runSimulations.ts";

process.exitCode = await runSimulations(process.argv.slice(2));
// A connection that a faulty run left open must not keep the process alive.
process.exit();
