import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type * as Scope from "effect/Scope";
import { processNamespace, startedAt } from "../../adapters/postgres/embedded/processIdentity.ts";

/** What a running service writes into its data folder, so that commands on the same machine find it. */
export const RunningInstance = Schema.Struct({
  url: Schema.String,
  /** Whether its database is the embedded one in this folder. */
  embedded: Schema.Boolean,
  pid: Schema.Int,
  started: Schema.String,
  space: Schema.String
});
export type RunningInstance = typeof RunningInstance.Type;

const Stored = Schema.parseJson(RunningInstance);

const fileIn = (dataDir: string): string => join(dataDir, "instance.json");

const thisProcess = Effect.fnUntraced(function* (served: Pick<RunningInstance, "url" | "embedded">) {
  const started = Option.getOrElse(yield* startedAt(process.pid), () => "");
  return { ...served, pid: process.pid, started, space: yield* processNamespace } satisfies RunningInstance;
});

const isRunning = Effect.fnUntraced(function* ({ pid, space, started }: RunningInstance) {
  if (space !== (yield* processNamespace)) return false;
  return Option.contains(yield* startedAt(pid), started);
});

/** Finds the instance that runs on a data folder in a process of this machine and this container. */
export const findRunningInstance = Effect.fnUntraced(function* (dataDir: string) {
  const text = yield* Effect.promise(() => readFile(fileIn(dataDir), "utf8").catch(() => ""));
  const instance = Schema.decodeOption(Stored)(text);
  return Option.isSome(instance) && (yield* isRunning(instance.value)) ? instance : Option.none<RunningInstance>();
});

/** Says in the data folder, until the scope closes, at which address this process serves. A folder that cannot be written is left alone. */
export const announceInstance = (
  dataDir: string,
  served: Pick<RunningInstance, "url" | "embedded">
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tap(thisProcess(served), (instance) =>
      Effect.promise(() => writeFile(fileIn(dataDir), Schema.encodeSync(Stored)(instance)).catch(() => undefined))
    ),
    ({ pid }) =>
      Effect.gen(function* () {
        const found = yield* findRunningInstance(dataDir);
        if (Option.isSome(found) && found.value.pid === pid)
          yield* Effect.promise(() => rm(fileIn(dataDir), { force: true }));
      })
  ).pipe(Effect.asVoid);
