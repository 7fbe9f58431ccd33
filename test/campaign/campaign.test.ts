import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, assert, it } from "@effect/vitest";
import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import * as TestServices from "effect/TestServices";
import { exportHistory } from "../../src/application/audit/exportHistory.ts";
import { ndjson } from "../../src/application/audit/ndjson.ts";
import { migratedDatabase } from "../adapters/postgres/migratedDatabase.ts";
import { verifiers } from "../tools/verifyLog/verifiers.ts";
import { type Campaign, edit, restore, runSeed, startCampaign, verifyEdited } from "./Campaign.ts";
import { campaignStores } from "./campaignStores.ts";
import { mutations } from "./mutations.ts";
import { tidemarkVerdict } from "./tidemarkVerdict.ts";

const perKind = 10;
const kinds = Object.keys(mutations);
const seeds = Array.from({ length: kinds.length * perKind }, (_, index) => index);

const folder = mkdtempSync(join(tmpdir(), "campaign-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const exported = Effect.fnUntraced(function* (name: string) {
  const lines = yield* exportHistory({}, ndjson);
  const file = join(folder, name);
  writeFileSync(file, Chunk.toReadonlyArray(yield* Stream.runCollect(lines)).join(""));
  return file;
});

/** The first lines of all verifiers about one export: ours, and those that share no code with it. */
const verdicts = (file: string, { kept, key }: Campaign) =>
  Effect.gen(function* () {
    const checkpoint = join(folder, "kept");
    writeFileSync(checkpoint, kept);
    const others = verifiers
      .filter(({ isMissing }) => !isMissing)
      .map(({ run }) => run("export", file, "--key", key, "--checkpoint", checkpoint));
    return [yield* tidemarkVerdict(file, key, kept), ...others];
  });

it.layer(Layer.provideMerge(campaignStores, migratedDatabase), { timeout: "120 seconds" })(
  "edits by the owner of the database, with all triggers off",
  (it) => {
    it.effect(
      "are all found against one earlier checkpoint, with position and part",
      () =>
        Effect.gen(function* () {
          const campaign = yield* startCampaign;
          const { checked, firstBad, size } = yield* verifyEdited(campaign);
          assert.deepStrictEqual({ checked, firstBad, size }, { checked: 297, firstBad: null, size: 297 });
          const wrong = yield* Effect.forEach(seeds, (seed) => runSeed(seed, campaign));
          assert.deepStrictEqual(
            wrong.filter((line) => line !== null),
            []
          );
          assert.isNull((yield* verifyEdited(campaign)).firstBad);

          const whole = yield* verdicts(yield* exported("whole"), campaign);
          assert.deepStrictEqual(
            whole.map(({ code }) => code),
            whole.map(() => 0)
          );
          for (const seed of kinds.keys()) {
            const { name } = yield* edit(seed, campaign);
            const file = yield* exported(name);
            yield* restore;
            const said = yield* verdicts(file, campaign);
            assert.strictEqual(
              new Set(said.map(({ code, line }) => (code === 0 ? "holds" : line))).size,
              1,
              name + JSON.stringify(said)
            );
          }
        }).pipe(TestServices.provideLive),
      300_000
    );
  }
);
