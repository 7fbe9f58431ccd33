import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import * as Effect from "effect/Effect";
import type { ServerUser } from "./ServerUser.ts";

const canEnter = (mode: number, owner: ServerUser, user: ServerUser): boolean => {
  if (owner.uid === user.uid) return (mode & 0o100) !== 0;
  return (mode & (owner.gid === user.gid ? 0o010 : 0o001)) !== 0;
};

const canEnterAll = async (path: string, user: ServerUser): Promise<boolean> => {
  const { gid, mode, uid } = await stat(path);
  if (!canEnter(mode, { uid, gid }, user)) return false;
  return dirname(path) === path || canEnterAll(dirname(path), user);
};

/** Whether a user may enter every folder above `path`, and enter or execute `path` itself. */
export const isReachable = (path: string, user: ServerUser): Effect.Effect<boolean> =>
  Effect.tryPromise(async () => canEnterAll(await realpath(path), user)).pipe(Effect.orElseSucceed(() => false));
