import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, assert, describe, it } from "@effect/vitest";
import * as StorageMemory from "../../src/adapters/memory/StorageMemory.ts";
import { foundPlans } from "../simulator/foundPlans.ts";
import { drawPlan, type SourceKind } from "../simulator/plan/drawPlan.ts";
import type { Plan } from "../simulator/plan/Intent.ts";
import { SimulatedDatabase } from "../simulator/run/SimulatedDatabase.ts";
import { simulate } from "../simulator/run/Simulation.ts";

const temporaryFolder = mkdtempSync(join(tmpdir(), "tidemark-simulation-"));
afterAll(() => rm(temporaryFolder, { recursive: true, force: true }));

const kinds = ["firehose", "jetstream", "tap"] as const;
const steps = 60;
const timeout = 180_000;

/** The seeds of each source. `npm run simulate` runs more. */
const drawn = (seeds: number) =>
  kinds.flatMap((kind) => Array.from({ length: seeds }, (_, place) => ({ kind, seed: 1_001 + place })));

const inMemory = (plan: Plan, kind: SourceKind) =>
  simulate(plan, { kind, temporaryFolder, storage: StorageMemory.layer });

const inPostgres = async (plan: Plan, kind: SourceKind) => {
  const database = await SimulatedDatabase.create();
  try {
    return await simulate(plan, { kind, temporaryFolder, storage: database.storage, database });
  } finally {
    await database.drop();
  }
};

describe("live sync in a simulated network", () => {
  it.each(drawn(5))(
    "answers with what is at the PDSes ($kind, seed $seed)",
    async ({ kind, seed }) => assert.deepStrictEqual(await inMemory(drawPlan(seed, kind, steps), kind), []),
    timeout
  );

  it.each(foundPlans)(
    "survives $name",
    async ({ source, ...plan }) => assert.deepStrictEqual(await inMemory(plan, source), []),
    timeout
  );

  it.each(drawn(1))(
    "answers from PostgreSQL with what is at the PDSes, while its process is killed ($kind, seed $seed)",
    async ({ kind, seed }) => assert.deepStrictEqual(await inPostgres(drawPlan(seed, kind, steps), kind), []),
    timeout
  );
});
