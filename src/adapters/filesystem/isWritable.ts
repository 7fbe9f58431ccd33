import { access, constants } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { nearestFolder } from "./nearestFolder.ts";

/** Whether this user may write to a folder, or make it; false on a file system that is read-only. */
export const isWritable = (path: string): Effect.Effect<boolean> =>
  Effect.tryPromise(async () => access(await nearestFolder(path), constants.W_OK | constants.X_OK)).pipe(
    Effect.match({ onFailure: () => false, onSuccess: () => true })
  );
