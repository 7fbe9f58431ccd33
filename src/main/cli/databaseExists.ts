import { existsSync } from "node:fs";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import { storageLocation } from "../storageLocation.ts";

/** Whether there is a database; the first start creates the embedded one. */
export const databaseExists = Effect.map(
  storageLocation,
  ({ dataDir, databaseUrl }) => databaseUrl !== null || existsSync(join(dataDir, "postgres"))
);
