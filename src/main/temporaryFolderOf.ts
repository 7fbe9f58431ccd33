import { join } from "node:path";

/** Where large temporary files go: beside the data, since the temporary folder of a system is often memory. */
export const temporaryFolderOf = (dataDir: string): string => join(dataDir, "temporary");
