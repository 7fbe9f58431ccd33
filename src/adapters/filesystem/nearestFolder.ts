import { access } from "node:fs/promises";
import { dirname } from "node:path";

/** Returns the folder, or its closest existing parent, whose permissions and disk apply before it is created. */
export const nearestFolder = async (path: string): Promise<string> => {
  const isThere = await access(path).then(
    () => true,
    () => false
  );
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
};
