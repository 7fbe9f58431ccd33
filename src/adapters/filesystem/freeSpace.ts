import { statfs } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { nearestFolder } from "./nearestFolder.ts";

/** Returns the free bytes on the disk of a folder, or of where it will be created; null when they cannot be determined. */
export const freeSpace = (path: string): Effect.Effect<number | null> =>
  Effect.tryPromise(async () => {
    const { bavail, bsize } = await statfs(await nearestFolder(path));
    return bavail * bsize;
  }).pipe(Effect.orElseSucceed(() => null));
