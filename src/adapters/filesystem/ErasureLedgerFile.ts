import { access, mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ErasureLedger, LedgerUnavailable } from "../../domain/personal/ErasureLedger.ts";
import { isMissingFile } from "./isMissingFile.ts";
import { syncFolder } from "./syncFolder.ts";

interface LedgerOptions {
  readonly dataDir: string;
  /** What to do without the folder. A command that uses a database elsewhere skips the ledger: the services keep it. */
  readonly missingFolder: "create" | "skip";
}

/** Whether a file or folder exists. */
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (cause: unknown) => (isMissingFile(cause) ? false : Promise.reject(cause))
  );

const readText = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((cause: unknown) => (isMissingFile(cause) ? "" : Promise.reject(cause)));

const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "");

/** A process that was killed may have left half a line. The next one starts on a line of its own. */
const appendLines = async (path: string, lines: ReadonlyArray<string>): Promise<void> => {
  const text = await readText(path);
  const known = new Set(linesOf(text));
  const added = lines.filter((line) => !known.has(line));
  if (added.length === 0) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  try {
    const start = text === "" || text.endsWith("\n") ? "" : "\n";
    await file.write(start + added.map((line) => `${line}\n`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
  if (text === "") await syncFolder(dirname(path));
};

/** The ledger in the file `erasures` of the data folder, one commitment per line. */
export const layer = ({ dataDir, missingFolder }: LedgerOptions): Layer.Layer<ErasureLedger> => {
  const path = join(dataDir, "erasures");
  const on = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => new LedgerUnavailable({ path, cause }) });
  const isKept = async () => missingFolder === "create" || (await exists(dataDir));
  return Layer.succeed(
    ErasureLedger,
    ErasureLedger.of({
      commitments: on(async () => linesOf(await readText(path))),
      add: (commitments) => on(async () => ((await isKept()) ? appendLines(path, commitments) : undefined))
    })
  );
};
