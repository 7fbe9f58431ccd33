import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Contender } from "./Contender.ts";
import type { Source } from "./startSource.ts";

const script = fileURLToPath(new URL("floor.ts", import.meta.url));
const path = "/floor";
const decodeProgress = Schema.decodeUnknownSync(Schema.Struct({ stored: Schema.Number }));

const started = async ({ address, kind }: Source, databaseUrl: string) => {
  const child = fork(script, [kind, `${address}${path}?cursor=0`], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...process.env, DATABASE_URL: databaseUrl }
  });
  await once(child, "message");
  return child;
};

/** Starts the floor on a database with the tables of the sample records, for the scope. */
export const startFloor = (source: Source, databaseUrl: string) =>
  Effect.acquireRelease(
    Effect.promise(() => started(source, databaseUrl)),
    (child) => Effect.sync(() => child.disconnect())
  ).pipe(
    Effect.map(
      (child): Contender => ({
        name: "floor",
        pid: child.pid ?? 0,
        database: new URL(databaseUrl).pathname.slice(1),
        storeUpTo: async (upTo) => {
          source.release(path, upTo, null);
          for (;;) {
            const [message] = await once(child, "message");
            if (decodeProgress(message).stored >= upTo) return;
          }
        }
      })
    )
  );
