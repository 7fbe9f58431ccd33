import type { FoundInstance } from "../instances/otherInstances.ts";

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

/** Returns what to do so that commands work on an instance. */
export const choice = ({ dataDir, embedded }: FoundInstance): string =>
  embedded ? `export DATA_DIR=${quoted(dataDir)}` : "set DATABASE_URL to its database";
