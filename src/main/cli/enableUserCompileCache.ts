import { statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/** Who may write there decides what is run: only a folder of this user will do, not one that `sudo` left in the environment. */
const isOwn = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();

const enableInUserCache = (): void => {
  const { NODE_COMPILE_CACHE, XDG_CACHE_HOME = "" } = process.env;
  const home = XDG_CACHE_HOME === "" ? homedir() : XDG_CACHE_HOME;
  if (NODE_COMPILE_CACHE !== undefined || !isOwn(home)) return;
  enableCompileCache(join(home, XDG_CACHE_HOME === "" ? ".cache" : "", "tidemark", "compiled"));
};

/**
 * Keeps compiled code among the caches of the user (`$XDG_CACHE_HOME`, `~/.cache`), which halves what a command takes to
 * be loaded. `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE` go before.
 */
export const enableUserCompileCache = (): void => {
  try {
    enableInUserCache();
  } catch {
    // A user without a home, or with one that nobody may look into, does without.
  }
};
