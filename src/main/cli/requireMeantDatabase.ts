import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { otherInstances } from "../instances/otherInstances.ts";
import { storageLocation } from "../storageLocation.ts";
import { choice } from "./choice.ts";
import { databaseExists } from "./databaseExists.ts";

/** No instance was named, there is none in the usual folder, and others are running. */
export class InstanceNotNamed extends Schema.TaggedError<InstanceNotNamed>()("InstanceNotNamed", {
  dataDir: Schema.String,
  choices: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `There is no database in ${this.dataDir}, and an instance is running elsewhere: ${this.choices.join("; ")}; for a new database in this folder, export DATA_DIR=./data`;
  }
}

/** Fails instead of creating a database beside an instance that runs, unless the environment names the folder for it. */
export const requireMeantDatabase = Effect.gen(function* () {
  if ((process.env.DATA_DIR ?? "") !== "" || (yield* databaseExists)) return;
  const { dataDir } = yield* storageLocation;
  const running = yield* otherInstances(dataDir);
  const choices = running.map((instance) => `for the one at ${instance.url}, ${choice(instance)}`);
  if (choices.length > 0) return yield* new InstanceNotNamed({ dataDir, choices });
});
