import { copyFile, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import { isArchiveFileName } from "../../../domain/retention/archiveFileName.ts";
import { isMissingFile } from "../isMissingFile.ts";
import { syncFolder } from "../syncFolder.ts";
import { writeSynced } from "../writeSynced.ts";
import { type BackupFolderError, unwritable } from "./BackupFolderError.ts";

const linesOf = (path: string): Promise<ReadonlyArray<string>> =>
  readFile(path, "utf8").then(
    (text) => text.split("\n").filter((line) => line !== ""),
    (cause: unknown) => (isMissingFile(cause) ? [] : Promise.reject(cause))
  );

const replaceFile = async (folder: string, name: string, text: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${name}.partial`);
  await writeSynced(draft, text, "w");
  await rename(draft, join(folder, name));
  await syncFolder(folder);
};

/** Adds the lines of a file in one folder to the file of the same name in another. Lines are never removed. */
export const addLines = (name: string, from: string, to: string): Effect.Effect<void, BackupFolderError> =>
  Effect.tryPromise({
    try: async () => {
      const known = await linesOf(join(to, name));
      const all = new Set([...known, ...(await linesOf(join(from, name)))]);
      if (all.size > known.length) await replaceFile(to, name, [...all].map((line) => `${line}\n`).join(""));
    },
    catch: (cause) => unwritable(join(to, name), cause)
  });

const namesIn = (folder: string): Promise<ReadonlyArray<string>> =>
  readdir(folder).catch((cause: unknown) => (isMissingFile(cause) ? [] : Promise.reject(cause)));

const copySynced = async (from: string, to: string, name: string): Promise<void> => {
  const draft = join(to, `.${name}.part`);
  try {
    await copyFile(join(from, name), draft);
    const handle = await open(draft, "r");
    await handle.sync().finally(() => handle.close());
    await rename(draft, join(to, name));
  } finally {
    await rm(draft, { force: true });
  }
};

/** Copies the archives of old events that a folder lacks from another one, and returns how many. Archives never change. */
export const copyArchives = (from: string, to: string): Effect.Effect<number, BackupFolderError> =>
  Effect.tryPromise({
    try: async () => {
      const known = new Set(await namesIn(to));
      const missing = (await namesIn(from)).filter((name) => isArchiveFileName(name) && !known.has(name));
      if (missing.length === 0) return 0;
      await mkdir(to, { recursive: true, mode: 0o700 });
      for (const name of missing) await copySynced(from, to, name);
      await syncFolder(to);
      return missing.length;
    },
    catch: (cause) => unwritable(to, cause)
  });
