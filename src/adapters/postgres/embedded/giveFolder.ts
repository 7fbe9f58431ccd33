import { chown, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ServerUser } from "./ServerUser.ts";

/** Gives a folder, with everything in it, to the user of the server. */
export const giveFolder = async (folder: string, { gid, uid }: ServerUser): Promise<void> => {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), uid, gid);
};
