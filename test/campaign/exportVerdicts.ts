import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { exportHistory } from "../../src/application/audit/exportHistory.ts";
import { ndjson } from "../../src/application/audit/ndjson.ts";
import { type Verdict, verifiers } from "../tools/verifyLog/verifiers.ts";
import type { Campaign } from "./Campaign.ts";
import { tidemarkVerdict } from "./tidemarkVerdict.ts";

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "campaign-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
);

/** Exports the log, and returns what all verifiers say about it: ours, and those that share no code with it. */
export const exportVerdicts = Effect.fnUntraced(function* ({ kept, key }: Campaign) {
  const folder = yield* temporaryFolder;
  const [file, checkpoint] = [join(folder, "history.ndjson"), join(folder, "kept.txt")];
  const lines = yield* Stream.runCollect(yield* exportHistory({}, ndjson));
  yield* Effect.promise(() => writeFile(file, Chunk.toReadonlyArray(lines).join("")));
  yield* Effect.promise(() => writeFile(checkpoint, kept));
  const others = verifiers
    .filter(({ isMissing }) => !isMissing)
    .map(({ run }) => run("export", file, "--key", key, "--checkpoint", checkpoint));
  return [yield* tidemarkVerdict(file, key, kept), ...others] satisfies ReadonlyArray<Verdict>;
}, Effect.scoped);

/** Whether all verifiers accept an export, or all refuse it with the same first line. */
export const isAgreed = (verdicts: ReadonlyArray<Verdict>): boolean =>
  new Set(verdicts.map(({ code, line }) => (code === 0 ? "holds" : `${code} ${line}`))).size === 1;
