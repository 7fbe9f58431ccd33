import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Replaces a file by one with this text, which only the user may read. After a crash at any step the file holds the text
 * before or this one; when it returns, this one survives a crash of the machine. One process writes at a time.
 */
export const writeDurably = async (path: string, text: string): Promise<void> => {
  const next = `${path}.next`;
  const handle = await open(next, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, path);
  await syncFolder(dirname(path));
};
