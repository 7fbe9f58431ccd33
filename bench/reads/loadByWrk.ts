import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as Schema from "effect/Schema";
import { connections, type LoadGenerator } from "./Load.ts";

const run = promisify(execFile);
const script = fileURLToPath(new URL("wrk.lua", import.meta.url));

const Measured = Schema.parseJson(
  Schema.Struct({
    requests: Schema.Number,
    seconds: Schema.Number,
    p50: Schema.Number,
    p99: Schema.Number,
    failed: Schema.Number
  })
);

/** Whether `wrk` is installed. */
export const hasWrk = (): Promise<boolean> =>
  run("wrk", ["--version"]).then(
    () => true,
    // wrk prints its version and fails.
    (error) => error.code === 1
  );

/** Generates load with `wrk`, which uses the least processor time. */
export const loadByWrk: LoadGenerator = async (url, bodies, seconds) => {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-bench-"));
  try {
    const file = join(folder, "bodies");
    await writeFile(file, bodies.map((body) => `${body}\n`).join(""));
    const flags = ["-t1", `-c${connections}`, `-d${seconds}`, "-s", script];
    const { stdout } = await run("wrk", [...flags, url, "--", file]);
    return Schema.decodeUnknownSync(Measured)(stdout.trim().split("\n").at(-1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
