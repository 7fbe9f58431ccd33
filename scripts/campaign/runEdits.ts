import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as PostgresClient from "../../src/adapters/postgres/connection/PostgresClient.ts";
import * as Embedded from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { layer as migrations } from "../../src/adapters/postgres/Migrations.ts";
import { startCampaign } from "../../test/campaign/Campaign.ts";
import { campaignStores } from "../../test/campaign/campaignStores.ts";
import { mutations } from "../../test/campaign/mutations.ts";
import { runSeed } from "../../test/campaign/runSeed.ts";

const usage = `Usage: npm run campaign -- [--seed 0] [--seeds 1000] [--exports 20]

Edits a log in an embedded PostgreSQL, once for each seed, as the owner of the database can with all
triggers off. Verifies the log after each edit, and prints the seeds whose edit was not found where
it was made. Of each kind of edit, one in --exports is exported as well, and all three verifiers
have to say the same about the file; 0 exports none.
`;

const options = {
  seed: { type: "string", default: "0" },
  seeds: { type: "string", default: "1000" },
  exports: { type: "string", default: "20" },
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

const kinds = Object.keys(mutations).length;

/** Whether a seed is exported. The kind of an edit follows from its seed, so that each kind gets its turn. */
const isExported = (seed: number, exports: number): boolean => exports > 0 && Math.floor(seed / kinds) % exports === 0;

const campaign = Effect.fnUntraced(function* (seed: number, seeds: number, exports: number) {
  const started = yield* startCampaign;
  let missed = 0;
  for (let at = seed; at < seed + seeds; at += 1) {
    const wrong = yield* runSeed(at, started, { isExported: isExported(at, exports) });
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
  const [seed = Number.NaN, seeds = 0, exports = -1] = [values.seed, values.seeds, values.exports].map(Number);
  if (values.help || ![seed, seeds, exports].every(Number.isInteger) || seeds < 1 || exports < 0) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const dataDir = await mkdtemp(join(tmpdir(), "tidemark-campaign-"));
  const began = performance.now();
  const missed = await campaign(seed, seeds, exports)
    .pipe(Effect.provide(Layer.provideMerge(campaignStores, databaseIn(dataDir))), Effect.scoped, Effect.runPromise)
    .finally(() => rm(dataDir, { recursive: true, force: true }));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`${seeds} edits in ${seconds} s, ${missed} not found where they were made\n`);
  return missed === 0 ? 0 : 1;
};
