import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestServices from "effect/TestServices";
import { migratedDatabase } from "../adapters/postgres/migratedDatabase.ts";
import { edit, restore, startCampaign, verifyEdited } from "./Campaign.ts";
import { campaignStores } from "./campaignStores.ts";
import { exportVerdicts, isAgreed } from "./exportVerdicts.ts";
import { mutations } from "./mutations.ts";
import { runSeed } from "./runSeed.ts";

const perKind = 5;
const kinds = Object.keys(mutations);
const seeds = Array.from({ length: kinds.length * perKind }, (_, index) => index);

it.layer(Layer.provideMerge(campaignStores, migratedDatabase), { timeout: "120 seconds" })(
  "edits by the owner of the database, with all triggers off",
  (it) => {
    it.effect(
      "are all found against one earlier checkpoint, with position and part",
      () =>
        Effect.gen(function* () {
          const campaign = yield* startCampaign;
          const { checked, firstBad, size } = yield* verifyEdited(campaign);
          assert.deepStrictEqual({ checked, firstBad, size }, { checked: 325, firstBad: null, size: 325 });
          const wrong = yield* Effect.forEach(seeds, (seed) => runSeed(seed, campaign, { isExported: false }));
          assert.deepStrictEqual(
            wrong.filter((line) => line !== null),
            []
          );
          assert.isNull((yield* verifyEdited(campaign)).firstBad);

          const whole = yield* exportVerdicts(campaign);
          assert.deepStrictEqual(
            whole.map(({ code }) => code),
            whole.map(() => 0)
          );
          for (const seed of kinds.keys()) {
            const { name } = yield* edit(seed, campaign);
            const said = yield* exportVerdicts(campaign);
            yield* restore;
            assert.isTrue(isAgreed(said), name + JSON.stringify(said));
          }
        }).pipe(TestServices.provideLive),
      300_000
    );
  }
);
