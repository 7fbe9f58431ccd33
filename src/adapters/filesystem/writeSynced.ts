import { open } from "node:fs/promises";

/** Writes a file that only the user may read, and returns when its content survives a crash. `flags` are those of `open`. */
export const writeSynced = async (path: string, text: string, flags: "w" | "wx"): Promise<void> => {
  const handle = await open(path, flags, 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};
