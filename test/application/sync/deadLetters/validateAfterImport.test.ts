import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { retryAfterImport } from "../../../../src/application/sync/deadLetters/retryAfterImport.ts";
import { validateAfterImport } from "../../../../src/application/sync/deadLetters/validateAfterImport.ts";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import { DeadLetters } from "../../../../src/domain/sync/DeadLetters.ts";
import { RecordValidations } from "../../../../src/domain/sync/RecordValidations.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";
import { textLexicon } from "../../../support/textLexicon.ts";

const notes = Nsid.make("dev.example.note");
const others = Nsid.make("dev.example.other");
const operator = { type: "operator", id: null } as const;
const everything = { ids: null, collection: null, did: null, reason: null };

const uriOf = (rkey: string, collection = notes) => atUri({ did: alice.did, collection, rkey: RecordKey.make(rkey) });

const store = (rkey: string, value: JsonObject, rev: string | null = "3l2zpbbhyxs2b", collection = notes) =>
  Effect.flatMap(RecordIndex, (index) =>
    index.put({
      uri: uriOf(rkey, collection),
      cid: Either.getOrThrow(recordCid({ ...value, $type: collection })),
      did: alice.did,
      collection,
      rkey: RecordKey.make(rkey),
      rev,
      indexedAt: "2026-11-28T12:00:00.000Z",
      value: { ...value, $type: collection }
    })
  );

const isIndexed = (rkey: string, collection = notes) =>
  Effect.flatMap(RecordIndex, (index) => Effect.map(index.find(uriOf(rkey, collection)), Option.isSome));

const letters = Effect.flatMap(DeadLetters, ({ list }) => list(everything, null, 2_000));

const begin = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-28T13:00:00Z"));
  yield* importLexicons([textLexicon(notes), textLexicon(others)], operator);
});

const requireText = importLexicons([textLexicon(notes, ["text"]), textLexicon(others)], operator);

describe("indexed records that an import makes invalid", () => {
  it.effect("become dead letters, and are indexed again when another import makes them valid", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* store("with", { text: "here" });
      yield* store("without", {});
      yield* store("without", {}, "3l2zpbbhyxs2b", others);
      yield* validateAfterImport();
      assert.deepStrictEqual(yield* letters, []);

      yield* requireText;
      yield* validateAfterImport();
      assert.isTrue(yield* isIndexed("with"));
      assert.isFalse(yield* isIndexed("without"));
      assert.isTrue(yield* isIndexed("without", others));
      const [letter, ...more] = yield* letters;
      assert.deepStrictEqual(more, []);
      assert.deepInclude(letter, { uri: uriOf("without"), reason: "invalid", detail: "text is missing." });

      yield* importLexicons([textLexicon(notes), textLexicon(others)], operator);
      yield* retryAfterImport();
      assert.isTrue(yield* isIndexed("without"));
      assert.deepStrictEqual(yield* letters, []);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("become dead letters without a revision as well", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* store("without", {}, null);
      yield* requireText;
      yield* validateAfterImport();
      assert.isFalse(yield* isIndexed("without"));
      assert.lengthOf(yield* letters, 1);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("are found page by page, from where another process stopped, and only once for the same rules", () =>
    Effect.gen(function* () {
      yield* begin;
      for (let at = 0; at < 1_200; at += 1)
        yield* store(String(at).padStart(4, "0"), at % 100 === 0 ? {} : { text: "t" });
      yield* requireText;
      yield* validateAfterImport();
      assert.lengthOf(yield* letters, 12);

      const { all, save } = yield* RecordValidations;
      const state = (yield* all).get(notes);
      assert.isTrue(state?.isDone);
      yield* store("0000", {});
      yield* validateAfterImport();
      assert.isTrue(yield* isIndexed("0000"), "the rules are the same");
      yield* save(notes, { digest: state?.digest ?? "", after: uriOf("0000"), isDone: false });
      yield* validateAfterImport();
      assert.isTrue(yield* isIndexed("0000"), "another process had validated it");
    }).pipe(Effect.provide(memoryService))
  );
});
