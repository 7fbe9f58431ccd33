/** `npm run bench -- append`: events per second that the log accepts from one process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import * as PostgresClient from "../src/adapters/postgres/connection/PostgresClient.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";

const { values: flags } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    producers: { type: "string", default: "1,64,256" },
    rounds: { type: "string", default: "3" },
    against: { type: "string" }
  }
});

const here = fileURLToPath(new URL("../", import.meta.url));

const Measured = Schema.parseJson(
  Schema.Array(
    Schema.Struct({
      what: Schema.String,
      producers: Schema.Number,
      rate: Schema.Number,
      /** Microseconds of processor time per event, of the process and its backends together. */
      processor: Schema.Number,
      /** The share of the process alone; checkouts from before it was measured have none. */
      service: Schema.optional(Schema.Number),
      p50: Schema.Number,
      p99: Schema.Number
    })
  )
);
type Measured = typeof Measured.Type;

/** A folder with the benchmark, the sources and the packages of another checkout. */
const borrowed = (checkout: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const folder = await mkdtemp(join(tmpdir(), "tidemark-append-"));
      for (const part of ["src", "bench", "node_modules", "package.json"])
        await symlink(join(checkout, part), join(folder, part));
      return folder;
    }),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  );

const run = (folder: string, url: string) =>
  Effect.promise(async () => {
    const child = spawn(process.execPath, [join(folder, "bench/append/measure.ts"), flags.seconds, flags.producers], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: ["ignore", "pipe", "inherit"]
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    if (code !== 0) throw new Error(`The benchmark ended with code ${code}`);
    return Schema.decodeSync(Measured)(output.trim().split("\n").at(-1) ?? "");
  });

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

interface Round {
  readonly mine: Measured;
  readonly other: Measured | null;
}

const table = (rounds: ReadonlyArray<Round>): string => {
  const rows = (rounds[0]?.mine ?? []).map(({ producers, what }, at) => {
    const of = (pick: (each: Measured[number]) => number, side: keyof Round) =>
      rounds.flatMap((round) => (round[side]?.[at] === undefined ? [] : [pick(round[side][at])]));
    const compared = (pick: (each: Measured[number]) => number) => {
      const [mine, others] = [of(pick, "mine"), of(pick, "other")];
      const ratio = others.length === 0 ? "" : median(mine.map((each, n) => each / (others[n] ?? each))).toFixed(3);
      return [mine, others]
        .map((each) => (each.length === 0 ? "" : Math.round(median(each)).toLocaleString("en")))
        .concat(ratio);
    };
    const times = [of(({ p50 }) => p50, "mine"), of(({ p99 }) => p99, "mine")].map((each) => median(each).toFixed(1));
    const ofService = compared(({ service = 0 }) => service).slice(0, 2);
    const cells = [...compared(({ rate }) => rate), ...compared(({ processor }) => processor), ...ofService, ...times];
    return `| ${what} | ${producers} | ${cells.join(" | ")} |`;
  });
  const titles =
    "| what | producers | events/s | against | ratio | processor µs | against | ratio | in the service | against | p50 ms | p99 ms |";
  return `${titles}\n${"| --- ".repeat(12)}|\n${rows.join("\n")}`;
};

/** Each checkout has a database of its own on one server, and the order alternates each round. */
const bench = Effect.gen(function* () {
  const { url } = yield* temporaryDatabase;
  const databases = yield* Effect.provide(
    Effect.flatMap(SqlClient, (sql) =>
      Effect.forEach(["mine", "other"], (name) =>
        Effect.as(sql.unsafe(`create database ${name} template template0 encoding 'UTF8'`), name)
      )
    ),
    PostgresClient.layer({ url: Redacted.make(url), maxConnections: 1 })
  );
  const at = (name: string | undefined) => {
    const address = new URL(url);
    address.pathname = `/${name}`;
    return address.href;
  };
  const other = flags.against === undefined ? null : yield* borrowed(resolve(flags.against));
  const mine = run(here, at(databases[0]));
  const others = other === null ? Effect.succeed(null) : run(other, at(databases[1]));
  const rounds = yield* Effect.forEach(Array.from({ length: Number(flags.rounds) }), (_, round) =>
    Effect.gen(function* () {
      if (round % 2 === 0) return { mine: yield* mine, other: yield* others };
      const first = yield* others;
      return { mine: yield* mine, other: first };
    })
  );
  yield* Console.log(`\n${table(rounds)}`);
});

await Effect.runPromise(Effect.scoped(bench));
