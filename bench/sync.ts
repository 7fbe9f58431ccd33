/** `npm run bench -- sync`: how fast, how soon and in how much memory live sync stores what others write. */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { createDatabase } from "./createDatabase.ts";
import { backfillStored } from "./sync/backfillStored.ts";
import { delay } from "./sync/delay.ts";
import { memory } from "./sync/memory.ts";
import { readsBeside } from "./sync/readsBeside.ts";
import type { SourceKind } from "./sync/startSource.ts";
import { throughput, throughputHead } from "./sync/throughput.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";

const usage = `npm run bench -- sync [part] [flags]

  throughput   events per second, compared with a floor that only parses and inserts the same rows
  backfill     records per second when 100 repositories at as many hosts become due at once
  delay        from a write at a real PDS until GraphQL returns the record
  reads        reads per second while 1,000 events per second arrive
  memory       resident memory while a million events pass

  --source     jetstream or firehose; both by default
  --events     of a round (40000 and 4000 by default), or in total (memory, 1000000 by default)
  --rounds     of the throughput, after one to warm up; 3 by default
  --quick      fewer events and one round`;

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    source: { type: "string" },
    events: { type: "string" },
    rounds: { type: "string", default: "3" },
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
});

const eventsOfRound: Readonly<Record<SourceKind, number>> = { jetstream: 40_000, firehose: 4_000 };

const throughputOf = (kind: SourceKind, url: string) =>
  Effect.gen(function* () {
    const share = flags.quick ? 0.1 : 1;
    const events = flags.events === undefined ? Math.round(eventsOfRound[kind] * share) : Number(flags.events);
    const rounds = flags.quick ? 1 : Number(flags.rounds);
    const urls = [yield* createDatabase(url, `${kind}_service`), yield* createDatabase(url, `${kind}_floor`)] as const;
    return yield* throughput(kind, { events, rounds }, urls);
  });

const kinds: ReadonlyArray<SourceKind> =
  flags.source === "jetstream" || flags.source === "firehose" ? [flags.source] : ["jetstream", "firehose"];

const parts: Readonly<Record<string, (url: string) => Effect.Effect<void, unknown>>> = {
  throughput: (url) =>
    Effect.flatMap(
      Effect.forEach(kinds, (kind) => throughputOf(kind, url)),
      (lines) => Console.log(`\n${throughputHead}\n${lines.flat().join("\n")}`)
    ),
  backfill: (url) =>
    Effect.flatMap(createDatabase(url, "backfill"), (database) =>
      backfillStored(100, flags.quick ? 100 : 1_000, database)
    ),
  delay: (url) => Effect.flatMap(createDatabase(url, "delay"), (database) => delay(flags.quick ? 20 : 300, database)),
  reads: (url) =>
    Effect.flatMap(createDatabase(url, "reads"), (database) =>
      readsBeside({ rounds: flags.quick ? 1 : Number(flags.rounds), seconds: flags.quick ? 2 : 5 }, database)
    ),
  memory: (url) =>
    Effect.flatMap(createDatabase(url, "memory"), (database) =>
      memory(Number(flags.events ?? (flags.quick ? 50_000 : 1_000_000)), database)
    )
};

const bench = Effect.gen(function* () {
  const chosen = positionals.length === 0 ? Object.keys(parts) : positionals;
  const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
  if (flags.help || unknown.length > 0) return yield* Console.log(usage);
  const { url } = yield* temporaryDatabase;
  for (const name of chosen) yield* parts[name]?.(url) ?? Effect.void;
}).pipe(Effect.scoped);

NodeRuntime.runMain(bench);
