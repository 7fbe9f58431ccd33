/** `npm run conformance`: asks an authorization server every security check. */
import { runConformance } from "./conformance/runConformance.ts";

process.exitCode = await runConformance(process.argv.slice(2));
