import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as PostgresClient from "../../src/adapters/postgres/connection/PostgresClient.ts";
import * as Embedded from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { layer as migrations } from "../../src/adapters/postgres/Migrations.ts";
import { runSeed, startCampaign } from "../../test/campaign/Campaign.ts";
import { campaignStores } from "../../test/campaign/campaignStores.ts";

const usage = `Usage: npm run campaign -- [--seed 0] [--seeds 1000]

Edits a log in an embedded PostgreSQL, once for each seed, as the owner of the database can with all
triggers off. Verifies the log after each edit, and prints the seeds whose edit was not found where
it was made.
`;

const options = {
  seed: { type: "string", default: "0" },
  seeds: { type: "string", default: "1000" },
  help: { type: "boolean", default: false }
} as const;

const write = (text: string) => Effect.sync(() => void process.stdout.write(text));

/** How many seeds are run between two lines of progress. */
const reportEvery = 500;

const databaseIn = (dataDir: string) =>
  Layer.unwrapEffect(
    Effect.map(Embedded.EmbeddedPostgres, ({ url }) =>
      Layer.provideMerge(migrations, PostgresClient.layer({ url, maxConnections: 4 }))
    )
  ).pipe(Layer.provide(Embedded.layer({ dataDir, settings: { fsync: "off", synchronous_commit: "off" } })));

const campaign = Effect.fnUntraced(function* (seed: number, seeds: number) {
  const started = yield* startCampaign;
  let missed = 0;
  for (let at = seed; at < seed + seeds; at += 1) {
    const wrong = yield* runSeed(at, started);
    if (wrong !== null) {
      missed += 1;
      yield* write(`${wrong}\n`);
    }
    if ((at - seed + 1) % reportEvery === 0) yield* write(`${at - seed + 1} edits, ${missed} not found\n`);
  }
  return missed;
});

/** Runs the seeds that the flags name, and returns the exit code. */
export const runEdits = async (flags: ReadonlyArray<string>): Promise<number> => {
  const { values } = parseArgs({ args: [...flags], options });
  const [seed = Number.NaN, seeds = Number.NaN] = [values.seed, values.seeds].map(Number);
  if (values.help || !Number.isInteger(seed) || !Number.isInteger(seeds) || seeds < 1) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const dataDir = await mkdtemp(join(tmpdir(), "tidemark-campaign-"));
  const began = performance.now();
  const missed = await campaign(seed, seeds)
    .pipe(Effect.provide(Layer.provideMerge(campaignStores, databaseIn(dataDir))), Effect.scoped, Effect.runPromise)
    .finally(() => rm(dataDir, { recursive: true, force: true }));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`${seeds} edits in ${seconds} s, ${missed} not found where they were made\n`);
  return missed === 0 ? 0 : 1;
};
