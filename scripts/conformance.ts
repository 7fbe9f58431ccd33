/** `npm run conformance`: runs all security checks against an authorization server. */
import { runConformance } from "./conformance/runConformance.ts";

process.exitCode = await runConformance(process.argv.slice(2));
