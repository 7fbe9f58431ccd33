import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Schema from "effect/Schema";
import type { Counts } from "./Counts.ts";
import { startScript } from "./runScript.ts";
import { countTests, TestReport } from "./TestReport.ts";

const decodeReport = Schema.decodeUnknownSync(Schema.parseJson(TestReport));

/** Runs the tests, shown as they run, and counts them from the report that Vitest writes. */
export const runTests = async (flags: ReadonlyArray<string>): Promise<Counts> => {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-report-"));
  try {
    const file = join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const [code] = await once(startScript("vitest", [...reporters, ...flags], "inherit"), "close");
    const report = await readFile(file, "utf8").then(decodeReport, () => undefined);
    return countTests(report, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
