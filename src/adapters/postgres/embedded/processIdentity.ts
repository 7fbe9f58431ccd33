import { readFile, readlink } from "node:fs/promises";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";

const startTicksField = 19;

/** Returns when a process started, in clock ticks since boot; none if it does not exist. */
export const startedAt = (pid: number): Effect.Effect<Option.Option<string>> =>
  Effect.promise(() => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).pipe(
    Effect.map((stat) => {
      const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const started = rest[startTicksField - 1];
      return state === "Z" || started === undefined ? Option.none() : Option.some(started);
    })
  );

/** Identifies where process ids are comparable with those of this process: this boot of this machine, and this container. */
export const processNamespace: Effect.Effect<string> = Effect.promise(async () => {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${boot.trim()} ${namespace}`;
});
