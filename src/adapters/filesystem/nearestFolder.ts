import { access } from "node:fs/promises";
import { dirname } from "node:path";

/** The folder itself, or the closest one above it that is there: what decides about it before it is made. */
export const nearestFolder = async (path: string): Promise<string> => {
  const isThere = await access(path).then(
    () => true,
    () => false
  );
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
};
