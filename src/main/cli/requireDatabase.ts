import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { storageLocation } from "../storageLocation.ts";
import { databaseExists } from "./databaseExists.ts";
import { nameInstance } from "./nameInstance.ts";

/** There is no embedded database in the data folder, and no other one is configured. */
class DatabaseMissing extends Schema.TaggedError<DatabaseMissing>()("DatabaseMissing", { dataDir: Schema.String }) {
  override get message(): string {
    return `There is no database in ${this.dataDir}: set DATA_DIR to the folder of the instance, or DATABASE_URL to its database`;
  }
}

/** Fails if the environment names no database that exists. It does not connect to the database. */
export const requireDatabase = Effect.gen(function* () {
  yield* nameInstance;
  if (yield* databaseExists) return;
  const { dataDir } = yield* storageLocation;
  return yield* new DatabaseMissing({ dataDir });
});
