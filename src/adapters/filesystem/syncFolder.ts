import { open } from "node:fs/promises";

/** Makes the entries of a folder durable: a new file or a new name is there after a crash of the machine. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
