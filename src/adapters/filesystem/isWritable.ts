import { access, constants } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { nearestFolder } from "./nearestFolder.ts";

/** Whether the current user can write to a folder or create it. False on a read-only file system. */
export const isWritable = (path: string): Effect.Effect<boolean> =>
  Effect.tryPromise(async () => access(await nearestFolder(path), constants.W_OK | constants.X_OK)).pipe(
    Effect.match({ onFailure: () => false, onSuccess: () => true })
  );
