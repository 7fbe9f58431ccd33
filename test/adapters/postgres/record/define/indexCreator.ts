import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { layer as postgresClient } from "../../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { createIndexes } from "../../../../../src/adapters/postgres/record/define/createIndexes.ts";

/** Run by createIndexes.test.ts in a process that is killed while it creates an index. */
const [url = "", table = "", name = "", on = ""] = process.argv.slice(2);

await createIndexes(table, [{ name, on }]).pipe(
  Effect.provide(postgresClient({ url: Redacted.make(url), maxConnections: 1 })),
  Effect.runPromise
);
