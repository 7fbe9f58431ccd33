import { statfs } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { nearestFolder } from "./nearestFolder.ts";

/** Bytes that a user may still write to the disk of a folder, or of where the folder will be; null when nobody can tell. */
export const freeSpace = (path: string): Effect.Effect<number | null> =>
  Effect.tryPromise(async () => {
    const { bavail, bsize } = await statfs(await nearestFolder(path));
    return bavail * bsize;
  }).pipe(Effect.orElseSucceed(() => null));
