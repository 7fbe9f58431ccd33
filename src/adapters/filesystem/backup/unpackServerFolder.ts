import { appendFile, chmod, chown, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import { type BackupFolderError, unwritable } from "./BackupFolderError.ts";
import type { FoundBackup } from "./findBackup.ts";
import { unpackBase } from "./unpackBase.ts";

const settingsFile = "postgresql.auto.conf";

/** The comment after each setting of the recovery. */
const mark = "# only for the recovery of a backup";

/**
 * Removes the settings of the recovery at its end, in the data folder. Otherwise a replica that is made from the server
 * copies them: it refuses connections, and stops replicating at the time up to which the server was recovered.
 */
const removeSettings = `sed "/${mark}/d" ${settingsFile} > ${settingsFile}.new && mv ${settingsFile}.new ${settingsFile}`;

/** A setting as a line of PostgreSQL's configuration. */
const settingLine = ([name, value]: readonly [string, string]): string =>
  `${name} = '${value.replaceAll("'", "''")}' ${mark}\n`;

/** Root unpacks for the owner of the folder. */
const giveToOwner = async (folder: string): Promise<void> => {
  const { gid, uid } = await stat(folder);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), uid, gid);
};

/**
 * Unpacks a backup as the data folder of a server, which recovers it by these settings when it starts, and then has
 * them no longer. The folder is new or empty. A failure leaves it empty.
 */
export const unpackServerFolder = (
  backup: FoundBackup,
  folder: string,
  settings: Readonly<Record<string, string>>
): Effect.Effect<void, BackupFolderError> => {
  const on = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (cause) => unwritable(folder, cause) });
  const clear = Effect.promise(async () => {
    for (const entry of await readdir(folder).catch(() => []))
      await rm(join(folder, entry), { recursive: true, force: true });
  });
  return Effect.gen(function* () {
    const files = yield* on(async () => {
      await mkdir(folder, { recursive: true });
      return readdir(folder);
    });
    if (files.length > 0) return yield* unwritable(folder, Object.assign(new Error(), { code: "ENOTEMPTY" }));
    yield* Effect.gen(function* () {
      yield* unpackBase(backup, folder);
      yield* on(async () => {
        const lines = Object.entries({ ...settings, recovery_end_command: removeSettings }).map(settingLine);
        await appendFile(join(folder, settingsFile), lines.join(""));
        await writeFile(join(folder, "recovery.signal"), "");
        await giveToOwner(folder);
        await chmod(folder, 0o700);
      });
    }).pipe(Effect.onError(() => clear));
  });
};
