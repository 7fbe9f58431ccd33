import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { attachOrStart } from "../../../../src/adapters/postgres/embedded/attachOrStart.ts";
import { EmbeddedPostgres, layer } from "../../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { silentLogger } from "../../../support/silentLogger.ts";

/** Holds the database of a folder until SIGTERM: node holdDatabase.ts service|command <dataDir> */
const [, , purpose, dataDir = ""] = process.argv;

const say = (line: Readonly<Record<string, unknown>>) =>
  Effect.sync(() => process.stdout.write(`${JSON.stringify(line)}\n`));

const serve = Effect.flatMap(EmbeddedPostgres, ({ url }) => say({ ready: Redacted.value(url) })).pipe(
  Effect.zipRight(Effect.never),
  Effect.provide(purpose === "service" ? layer({ dataDir }) : attachOrStart({ dataDir })),
  Effect.catchAll(({ message, reason }) => say({ reason, message })),
  Effect.provide(silentLogger)
);

const stopped = new AbortController();
process.on("SIGTERM", () => stopped.abort());
await Effect.runPromiseExit(serve, { signal: stopped.signal });
