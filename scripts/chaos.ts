/** `npm run chaos`: runs several nodes while their parts fail as a seed says, and compares everything afterwards. */
import { runChaos } from "./chaos/runChaos.ts";

process.exitCode = await runChaos(process.argv.slice(2));
// A connection that a fault left open must not keep the process alive.
process.exit();
