import { relative } from "node:path";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { type FoundInstance, otherInstances } from "../instances/otherInstances.ts";
import { findRunningInstance } from "../instances/RunningInstance.ts";
import { storageLocation } from "../storageLocation.ts";
import { choice } from "./choice.ts";

/** Returns a folder as it is shortest to read: below the working directory without the path to it. */
const shown = (folder: string): string => {
  const below = relative(process.cwd(), folder);
  return below === "" || below.startsWith("..") ? folder : below;
};

/** Returns the host and the database of a connection string, without the user and the password. */
const databaseName = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

const isSet = (name: string): boolean => (process.env[name] ?? "") !== "";

const lines = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* storageLocation;
  const running = yield* findRunningInstance(dataDir);
  const state = Option.match(running, {
    onNone: () => "the service is not running",
    onSome: ({ url }) => `running at ${url}`
  });
  const own =
    databaseUrl === null
      ? `${shown(dataDir)} (embedded PostgreSQL; ${state})`
      : `${databaseName(Redacted.value(databaseUrl))} (DATABASE_URL)`;
  // Whoever named an instance that runs meant that one.
  const isChosen = databaseUrl !== null || (isSet("DATA_DIR") && Option.isSome(running));
  const others = isChosen ? [] : yield* otherInstances(dataDir);
  return [`Instance: ${own}`, ...others.map(hint)];
});

const hint = (instance: FoundInstance): string =>
  `Another instance is running at ${instance.url}. To work on that one: ${choice(instance)}`;

/**
 * Says on standard error which instance the command works on, once, and which others run on this machine. `--json`
 * suppresses it. Does nothing if the environment is invalid, which the command reports itself.
 */
export const nameInstance: Effect.Effect<void> = Effect.runSync(
  Effect.cached(
    process.argv.includes("--json")
      ? Effect.void
      : lines.pipe(
          Effect.tap((said) => Effect.sync(() => process.stderr.write(`${said.join("\n")}\n`))),
          Effect.catchAllCause(() => Effect.void),
          Effect.asVoid
        )
  )
);
