import { mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ErasureLedger, LedgerUnavailable } from "../../domain/personal/ErasureLedger.ts";

const isMissing = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "ENOENT";

const readLines = async (path: string): Promise<ReadonlyArray<string>> => {
  const text = await readFile(path, "utf8").catch((cause: unknown) => (isMissing(cause) ? "" : Promise.reject(cause)));
  return text.split("\n").filter((line) => line !== "");
};

const appendLines = async (path: string, lines: ReadonlyArray<string>): Promise<void> => {
  const known = new Set(await readLines(path));
  const added = lines.filter((line) => !known.has(line));
  if (added.length === 0) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  try {
    await file.write(added.map((line) => `${line}\n`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
};

/** The ledger in the file `erasures` of the data folder, one commitment per line. */
export const layer = (dataDir: string): Layer.Layer<ErasureLedger> => {
  const path = join(dataDir, "erasures");
  const on = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => new LedgerUnavailable({ path, cause }) });
  return Layer.succeed(
    ErasureLedger,
    ErasureLedger.of({
      commitments: on(() => readLines(path)),
      add: (commitments) => on(() => appendLines(path, commitments))
    })
  );
};
