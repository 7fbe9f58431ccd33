/**
 * Publishes the SDK to npm with provenance. `npm run publish:sdk -- --dry-run` does everything except sending it: checks
 * the versions and the bundle, bundles the test kit, packs, and lists the files. docs/contributing.md says how to release.
 */
import { publish, requirePublishable, root } from "./publish/publishPackage.ts";

const isDryRun = process.argv.includes("--dry-run");
requirePublishable("sdk/package.json", isDryRun);
process.exit(publish(`${root}/sdk`, isDryRun));
