import { join } from "node:path";

/** Returns the folder of archived events: the configured one, or the one in the data folder. */
export const archivesFolder = (configured: string | null, dataDir: string): string =>
  configured ?? join(dataDir, "archives");
