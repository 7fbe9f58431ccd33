import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { retryAfterImport } from "../../../../src/application/sync/deadLetters/retryAfterImport.ts";
import { validateAfterImport } from "../../../../src/application/sync/deadLetters/validateAfterImport.ts";
import { explainRecord } from "../../../../src/application/sync/explain/explainRecord.ts";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { Leases } from "../../../../src/domain/lease/Leases.ts";
import { LexiconCatalog } from "../../../../src/domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import { DeadLetters, everyDeadLetter } from "../../../../src/domain/sync/DeadLetters.ts";
import { LetterRetries } from "../../../../src/domain/sync/LetterRetries.ts";
import { RecordValidations } from "../../../../src/domain/sync/RecordValidations.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";
import { textLexicon } from "../../../support/textLexicon.ts";

const notes = Nsid.make("dev.example.note");
const others = Nsid.make("dev.example.other");
const operator = { type: "operator", id: null } as const;

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

const letters = Effect.flatMap(DeadLetters, ({ list }) => list(everyDeadLetter, null, 2_000));

const withoutRules = [textLexicon(notes), textLexicon(others)];
const requireText = importLexicons([textLexicon(notes, ["text"]), textLexicon(others)], operator);
const requireNothing = importLexicons(withoutRules, operator);

const begin = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-28T13:00:00Z"));
  yield* requireNothing;
});

type ImportNeeds = Effect.Effect.Context<typeof requireNothing>;

/** Validates as the job does once records that were validated before the import are stored. */
const validate = Effect.zipRight(TestClock.adjust("10 seconds"), validateAfterImport());

describe("indexed records that an import makes invalid", () => {
  it.effect("become dead letters, and are indexed again when another import makes them valid", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* store("with", { text: "here" });
      yield* store("without", {});
      yield* store("without", {}, "3l2zpbbhyxs2b", others);
      yield* validate;
      assert.deepStrictEqual(yield* letters, []);

      yield* requireText;
      yield* validate;
      assert.isTrue(yield* isIndexed("with"));
      assert.isFalse(yield* isIndexed("without"));
      assert.isTrue(yield* isIndexed("without", others));
      const [letter, ...more] = yield* letters;
      assert.deepStrictEqual(more, []);
      assert.deepInclude(letter, { uri: uriOf("without"), reason: "invalid", detail: "text is missing." });
      const explained = yield* explainRecord(uriOf("without"));
      assert.deepInclude(explained, { _tag: "Invalid", reason: "invalid", detail: "text is missing." });

      yield* requireNothing;
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
      yield* validate;
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
      yield* validate;
      assert.lengthOf(yield* letters, 12);

      const { all, save } = yield* RecordValidations;
      const state = (yield* all).get(notes);
      assert.isTrue(state?.isDone);
      yield* store("0000", {});
      yield* validate;
      assert.isTrue(yield* isIndexed("0000"), "the rules are the same");
      yield* save(notes, { digest: state?.digest ?? "", after: uriOf("0000"), isDone: false });
      yield* validate;
      assert.isTrue(yield* isIndexed("0000"), "another process had validated it");
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("stay while records that were validated before the import may still be stored", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* store("without", {});
      yield* requireText;
      yield* TestClock.adjust("9 seconds");
      yield* validateAfterImport();
      assert.isTrue(yield* isIndexed("without"));
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("stay while another process has the lease", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* store("without", {});
      yield* requireText;
      const { acquire } = yield* Leases;
      yield* acquire("records after an import", 60_000);
      yield* validate;
      assert.isTrue(yield* isIndexed("without"));
      yield* TestClock.adjust("1 minute");
      yield* validate;
      assert.isFalse(yield* isIndexed("without"));
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("stay if this process has not activated the last import", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* store("without", {});
      yield* requireText;
      const catalog = yield* LexiconCatalog;
      const former = { ...catalog, current: Effect.succeed(yield* catalog.current) };
      yield* requireNothing;
      yield* Effect.provideService(validate, LexiconCatalog, former);
      assert.isTrue(yield* isIndexed("without"));
      yield* Effect.provideService(retryAfterImport(), LexiconCatalog, former);
      assert.isNull(yield* (yield* LetterRetries).find);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("stay if they are valid by an import that becomes active while a page is validated", () =>
    Effect.gen(function* () {
      yield* begin;
      for (let at = 0; at < 250; at += 1) yield* store(String(at).padStart(3, "0"), {});
      yield* requireText;
      const index = yield* RecordIndex;
      const importAgain = Effect.provide(Effect.orDie(requireNothing), yield* Effect.context<ImportNeeds>());
      let pages = 0;
      const scan: typeof index.scan = (...range) =>
        Effect.zipLeft(index.scan(...range), pages++ === 1 ? importAgain : Effect.void);
      yield* Effect.provideService(validate, RecordIndex, { ...index, scan });
      assert.strictEqual(pages, 2);
      assert.lengthOf(yield* letters, 100, "those of the first page");
      yield* retryAfterImport();
      yield* validate;
      assert.deepStrictEqual(yield* letters, []);
      assert.isTrue(yield* isIndexed("000"));
      assert.isTrue(yield* isIndexed("249"));
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("stay if the lease was lost while a page was validated", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* store("without", {});
      yield* requireText;
      const [index, leases] = [yield* RecordIndex, yield* Leases];
      const scan: typeof index.scan = (...range) =>
        Effect.zipLeft(
          index.scan(...range),
          leases
            .release({ name: "records after an import", fence: 1 })
            .pipe(Effect.zipRight(leases.acquire("records after an import", 1_000)), Effect.orDie)
        );
      yield* Effect.provideService(validate, RecordIndex, { ...index, scan });
      assert.isTrue(yield* isIndexed("without"));
      assert.deepStrictEqual(yield* letters, []);
      yield* validate;
      assert.isFalse(yield* isIndexed("without"));
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("are not taken for records that replaced them meanwhile", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* store("a", {}, null);
      yield* requireText;
      const index = yield* RecordIndex;
      const scan: typeof index.scan = (...range) =>
        Effect.zipLeft(index.scan(...range), Effect.provideService(store("a", { text: "here" }), RecordIndex, index));
      yield* Effect.provideService(validate, RecordIndex, { ...index, scan });
      assert.isTrue(yield* isIndexed("a"));
      assert.deepStrictEqual(yield* letters, []);
    }).pipe(Effect.provide(memoryService))
  );
});
