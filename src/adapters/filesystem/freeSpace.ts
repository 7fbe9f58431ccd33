import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import * as Effect from "effect/Effect";

const nearest = async (path: string): Promise<string> => {
  const isThere = await access(path).then(
    () => true,
    () => false
  );
  return isThere || dirname(path) === path ? path : nearest(dirname(path));
};

/** Bytes that a user may still write to the disk of a folder, or of where the folder will be; null when nobody can tell. */
export const freeSpace = (path: string): Effect.Effect<number | null> =>
  Effect.tryPromise(async () => {
    const { bavail, bsize } = await statfs(await nearest(path));
    return bavail * bsize;
  }).pipe(Effect.orElseSucceed(() => null));
