import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { explainProblem } from "../report/explainProblem.ts";
import { presentWithoutStores, type Report } from "../report/present.ts";
import { clearProgress, progress } from "../report/progress.ts";
import { Backups, type TakenBackup } from "./Backups.ts";
import { backupFolder, keep } from "./backupParameters.ts";
import { megabytes } from "./megabytes.ts";

const describe = ({ archives, manifest, path, removed }: TakenBackup): Report => {
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const { events } = manifest.log;
  const lines = [
    `Backed up ${events} events and everything else in the database to ${path} (${megabytes(bytes)}).`,
    ...(archives > 0 ? [`Copied ${archives} archives of old events beside it.`] : []),
    ...(removed.backups.length > 0
      ? [`Removed ${removed.backups.length} older backups and ${removed.walFiles} files of the write-ahead log.`]
      : []),
    "It has no keys. Keep OAUTH_SIGNING_KEY, AUDIT_SIGNING_KEY and SECRET_KEY_BASE elsewhere: a restore needs them."
  ];
  return { text: lines.join("\n"), json: { path, manifest, archives, removed } };
};

/** Takes a backup. */
export const backup: Run = (given) => {
  const onProgress = (bytes: number, total: number) =>
    given(json) ? Effect.void : progress(`of about ${megabytes(total)} copied`)(Math.round(bytes / 1e6));
  const report = Effect.gen(function* () {
    const { take } = yield* Backups;
    const taken = yield* take({ folder: given(backupFolder), keep: given(keep), onProgress });
    yield* clearProgress;
    return describe(taken);
  });
  return presentWithoutStores(given, Effect.mapError(report, explainProblem));
};
