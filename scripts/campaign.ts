/** `npm run campaign`: edits a log at random as the owner of its database can, and verifies that each edit is found. */
import { runEdits } from "./campaign/runEdits.ts";

process.exitCode = await runEdits(process.argv.slice(2));
