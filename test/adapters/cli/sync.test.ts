import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { migrate } from "../../../src/adapters/postgres/Migrations.ts";
import * as SkippedRecordsPostgres from "../../../src/adapters/postgres/projections/SkippedRecordsPostgres.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { SkippedRecords } from "../../../src/domain/sync/backfill/SkippedRecords.ts";
import { TestDatabase, layer as testDatabase } from "../../support/TestDatabase.ts";
import { runOn } from "./runHere.ts";

const skipped = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(TestDatabase, ({ url }) => runOn(url, "sync", "skipped", ...args));

const alice = Did.make("did:plc:alice234alice234alice234");
const bob = Did.make("did:plc:bob4567bob4567bob4567bob");
const cid = "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454";
const uriOf = (did: Did) => `at://${did}/dev.example.note/a`;

it.layer(testDatabase, { timeout: "60 seconds" })("tidemark sync skipped", (it) => {
  it.effect(
    "lists the records that were left out of the index with the reason, of one account or of all",
    () =>
      Effect.gen(function* () {
        const none = "No record was left out of the index.\n";
        assert.deepInclude(yield* skipped(), { code: 0, stdout: none });
        yield* migrate;
        yield* Effect.gen(function* () {
          const { replace } = yield* SkippedRecords;
          const indexed = { rev: "3l2zpbbhyxs2b", indexedAt: Date.parse("2026-11-28T12:00:00Z") };
          const [float, utf8] = [
            { cid, reason: "float" as const },
            { cid, reason: "invalid-utf8" as const }
          ];
          yield* replace({ ...indexed, did: alice, total: 1, records: [{ ...float, uri: uriOf(alice) }] });
          yield* replace({ ...indexed, did: bob, total: 1_200, records: [{ ...utf8, uri: uriOf(bob) }] });
        }).pipe(Effect.provide(SkippedRecordsPostgres.layer));
        const one = `${uriOf(alice)}\n  float: It has a floating-point number, which the data model does not allow.\n`;
        assert.deepInclude(yield* skipped("--did", alice), { code: 0, stdout: one });
        const all = yield* skipped();
        assert.include(all.stdout, `${uriOf(bob)}\n  invalid-utf8: `);
        assert.include(all.stdout, "1201 in total; the first 2 are listed.");
        assert.deepStrictEqual(JSON.parse((yield* skipped("--did", bob, "--json")).stdout), {
          total: 1_200,
          skipped: [
            {
              uri: uriOf(bob),
              cid,
              reason: "invalid-utf8",
              message: "It has a string that is not UTF-8.",
              did: bob,
              handle: null,
              rev: "3l2zpbbhyxs2b",
              indexedAt: "2026-11-28T12:00:00.000Z"
            }
          ]
        });
        assert.deepInclude(yield* skipped("--did", "did:plc:nobody"), { code: 0, stdout: none });
        assert.deepInclude(yield* skipped("--did", "nobody.example.com"), { code: 2, stdout: "" });
      }),
    60_000
  );
});
