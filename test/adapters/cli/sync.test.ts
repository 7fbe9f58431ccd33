import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { migrate } from "../../../src/adapters/postgres/Migrations.ts";
import * as DeadLettersPostgres from "../../../src/adapters/postgres/sync/DeadLettersPostgres.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { DeadLetters } from "../../../src/domain/sync/DeadLetters.ts";
import { letterOf } from "../../contracts/recordLetter.ts";
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
          const { add } = yield* DeadLetters;
          yield* add([letterOf(alice, "a", "float"), letterOf(bob, "a", "invalid-utf8")]);
        }).pipe(Effect.provide(DeadLettersPostgres.layer));
        const one = `${uriOf(alice)}\n  float: It has a floating-point number, which the data model does not allow.\n`;
        assert.deepInclude(yield* skipped("--did", alice), { code: 0, stdout: one });
        const all = yield* skipped();
        assert.include(all.stdout, `${uriOf(bob)}\n  invalid-utf8: `);
        assert.deepStrictEqual(JSON.parse((yield* skipped("--did", bob, "--json")).stdout), {
          total: 1,
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
