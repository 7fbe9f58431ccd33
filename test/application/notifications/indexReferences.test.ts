import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { importLexicons } from "../../../src/application/lexicons/importLexicons.ts";
import { indexingProgress, indexReferences } from "../../../src/application/notifications/indexReferences.ts";
import type { AtUri } from "../../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { ReferenceIndexing } from "../../../src/domain/reference/ReferenceIndexing.ts";
import { recordOf } from "../../contracts/recordIndexFixture.ts";
import { memoryService } from "../../support/memoryService.ts";

const [notes, likes] = [Nsid.make("dev.example.note"), Nsid.make("dev.example.like")];

const lexicon = (id: string, properties: object) => ({
  file: `${id}.json`,
  document: {
    lexicon: 1,
    id,
    defs: { main: { type: "record", key: "any", record: { type: "object", properties } } }
  }
});

const did = { type: "string", format: "did" };

const imported = (...files: ReadonlyArray<ReturnType<typeof lexicon>>) =>
  importLexicons(files, { type: "operator", id: null });

const pages: ReadonlyArray<AtUri> = ["a", "b"].map((rkey) => recordOf(notes, rkey, {}).uri);

/** An index whose records are of an earlier version: it has the given pages of each collection. Tells what is asked of it. */
const earlier = Effect.map(RecordIndex, (index) => {
  const asked: Array<string> = [];
  const indexReferencesOf: typeof index.indexReferences = (collection, after) =>
    Effect.sync(() => {
      asked.push(`${collection} ${after?.split("/").at(-1) ?? "-"}`);
      return pages[after === null ? 0 : pages.indexOf(after) + 1] ?? null;
    });
  return { asked, index: { ...index, indexReferences: indexReferencesOf } };
});

const pending = Effect.map(indexingProgress(), (progress) => progress.pending.map(({ collection }) => collection));

it.scoped("indexes every collection once, and again where its Lexicon changed", () =>
  Effect.gen(function* () {
    const { asked, index } = yield* earlier;
    const run = Effect.provideService(indexReferences(), RecordIndex, index);
    yield* imported(lexicon(notes, { who: did }), lexicon(likes, { who: did }));
    assert.deepStrictEqual(yield* pending, [likes, notes]);
    yield* run;
    const all = [likes, notes].flatMap((nsid) => [`${nsid} -`, `${nsid} a`, `${nsid} b`]);
    assert.deepStrictEqual(asked.splice(0), all);
    assert.deepStrictEqual(yield* pending, []);
    yield* run;
    assert.deepStrictEqual(asked, []);
    yield* imported(lexicon(notes, { who: did, whom: did }), lexicon(likes, { who: did }));
    yield* run;
    assert.deepStrictEqual(asked, all.slice(3));
  }).pipe(Effect.provide(memoryService))
);

it.scoped("continues where it stopped", () =>
  Effect.gen(function* () {
    const { asked, index } = yield* earlier;
    yield* imported(lexicon(notes, { who: did }));
    const [first] = (yield* indexingProgress()).pending;
    if (first === undefined) return assert.fail("The collection is pending");
    yield* (yield* ReferenceIndexing).save(notes, { digest: first.digest, after: pages[0] ?? null, isDone: false });
    yield* Effect.provideService(indexReferences(), RecordIndex, index);
    assert.deepStrictEqual(asked, [`${notes} a`, `${notes} b`]);
  }).pipe(Effect.provide(memoryService))
);
