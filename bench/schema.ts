import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";

/**
 * Measures the cost of the size of a set of Lexicons: the schema, a document of 1,500 characters, the latency of others
 * meanwhile, GraphiQL in Chromium, GraphQL Code Generator, memory. `--against <folder>` alternates with another checkout.
 */
const { values } = parseArgs({
  options: { against: { type: "string" }, collections: { type: "string", default: "59,114,160" } }
});
const run = promisify(execFile);
const here = resolve(import.meta.dirname, "..");
const roots = [...(values.against === undefined ? [] : [resolve(values.against)]), here];

const columns = [
  "schemaMB",
  "firstMs",
  "printDelayMs",
  "documentMs",
  "documentWorstMs",
  "documentProcessorMs",
  "documentDelayMs",
  "graphiqlS",
  "typesS",
  "typesMB",
  "memoryMB",
  "peakMB"
];

const shown = (value: unknown): string => (typeof value === "number" ? String(Number(value.toPrecision(3))) : "-");

console.log(`| checkout | collections | ${columns.join(" | ")} |\n| --- | --- |${" --- |".repeat(columns.length)}`);
for (const collections of values.collections.split(",")) {
  for (const root of roots) {
    const script = join(import.meta.dirname, "schema/measure.ts");
    const { stdout } = await run(process.execPath, [
      "--disable-warning=ExperimentalWarning",
      script,
      root,
      collections
    ]);
    const measured = JSON.parse(stdout);
    const cells = columns.map((column) => shown(measured[column]));
    console.log(`| ${root === here ? "this" : "other"} | ${collections} | ${cells.join(" | ")} |`);
  }
}
