import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as Schema from "effect/Schema";
import type { Counts } from "./Counts.ts";
import { acceptedSkips, checksSkips, skippedTests, unexpectedSkips } from "./expectedSkips.ts";
import { startScript } from "./runScript.ts";
import { countTests, TestReport } from "./TestReport.ts";

const decodeReport = Schema.decodeUnknownSync(Schema.parseJson(TestReport));

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs the tests, shown as they run, and counts them from the report that Vitest writes. In CI every skip that
 * `expectedSkips.ts` does not accept is a failure.
 */
export const runTests = async (flags: ReadonlyArray<string>): Promise<Counts> => {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-report-"));
  try {
    const file = join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const [code] = await once(startScript("vitest", [...reporters, ...flags], "inherit"), "close");
    const report = await readFile(file, "utf8").then(decodeReport, () => undefined);
    const unexpected = report !== undefined && checksSkips(flags, process.env.CI) ? listSkips(report) : 0;
    return countTests(report, code, unexpected);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Prints which tests were skipped and why, and returns how many of the skips are unexpected. */
const listSkips = (report: TestReport): number => {
  const machine = { hasVectors: process.env.VECTORS_DIR !== undefined, isRoot: process.getuid?.() === 0 };
  const skipped = skippedTests(report, root);
  const unexpected = unexpectedSkips(skipped, machine);
  for (const line of [...acceptedSkips(skipped, machine), ...unexpected]) console.log(line);
  return unexpected.length;
};
