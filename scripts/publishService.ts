/**
 * Publishes the service to npm with provenance, as `npm run package` packs it. `npm run publish:service -- --dry-run` does
 * everything except sending it. docs/contributing.md says how to release.
 */
import { packageFolder } from "./package/packageFolder.ts";
import { publish, requirePublishable } from "./publish/publishPackage.ts";

const isDryRun = process.argv.includes("--dry-run");
requirePublishable("package.json", isDryRun);
process.exitCode = await packageFolder((folder) => publish(folder, isDryRun));
