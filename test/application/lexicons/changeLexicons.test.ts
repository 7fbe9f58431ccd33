import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { changeLexicons } from "../../../src/application/lexicons/changeLexicons.ts";
import { compareSets } from "../../../src/application/lexicons/compareLexicons.ts";
import { importLexicons } from "../../../src/application/lexicons/importLexicons.ts";
import { lexiconStream, storedLexicons } from "../../../src/application/lexicons/storedLexicons.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { exportedFiles } from "../../../src/domain/lexicon/import/exportedFiles.ts";
import type { LexiconRequest } from "../../../src/domain/lexicon/import/LexiconRequest.ts";
import type { GivenFile } from "../../../src/domain/lexicon/import/UnreadableFile.ts";
import { memoryService } from "../../support/memoryService.ts";

const operator = { type: "operator", id: null } as const;

const lexicon = (name: string, properties: object = { text: { type: "string" } }): GivenFile => ({
  file: `${name}.json`,
  document: {
    lexicon: 1,
    id: `com.example.${name}`,
    defs: { main: { type: "record", key: "tid", record: { type: "object", properties } } }
  }
});

const change = (request: LexiconRequest) => changeLexicons(request, operator, compareSets);
const ids = Effect.map(storedLexicons(), ({ documents }) => documents.map(({ id }) => String(id)));

it.effect("Added Lexicons join the active ones and may refer to them; one with the same id is replaced", () =>
  Effect.gen(function* () {
    yield* importLexicons([lexicon("note"), lexicon("other")], operator);
    const like = lexicon("like", {
      subject: { type: "ref", ref: "com.atproto.repo.strongRef" },
      note: { type: "ref", ref: "com.example.note" }
    });
    const { after, approval } = yield* change({
      _tag: "Add",
      files: [like, lexicon("note", { text: { type: "integer" } })]
    });
    assert.deepStrictEqual(after.notices, []);
    assert.deepStrictEqual(yield* ids, [
      "com.atproto.repo.strongRef",
      "com.example.like",
      "com.example.note",
      "com.example.other"
    ]);
    assert.deepStrictEqual(approval.added, ["com.atproto.repo.strongRef", "com.example.like"]);
    assert.deepStrictEqual(
      approval.changed.map(({ id, records }) => ({ id, records })),
      [{ id: "com.example.note", records: 0 }]
    );
    assert.deepStrictEqual(approval.removed, []);

    const { approval: removal } = yield* change({ _tag: "Remove", ids: ["com.example.like"] });
    assert.deepStrictEqual(removal.removed, ["com.atproto.repo.strongRef", "com.example.like"]);
    assert.deepStrictEqual(yield* ids, ["com.example.note", "com.example.other"]);
  }).pipe(Effect.provide(memoryService))
);

it.effect(
  "Several Lexicons that are added at once are all active, and no change waits for a set that was replaced",
  () =>
    Effect.gen(function* () {
      yield* importLexicons([lexicon("note")], operator);
      const names = Array.from({ length: 3 }, (_, at) => `n${at}`);
      yield* Effect.forEach(names, (name) => change({ _tag: "Add", files: [lexicon(name)] }), {
        concurrency: "unbounded"
      });
      assert.deepStrictEqual(
        yield* ids,
        [...names, "note"].map((name) => `com.example.${name}`)
      );
    }).pipe(Effect.provide(memoryService))
);

it.effect("A change is decided again when another import came in between", () =>
  Effect.gen(function* () {
    yield* importLexicons([lexicon("note")], operator);
    const seen: Array<ReadonlyArray<string>> = [];
    yield* changeLexicons({ _tag: "Replace", files: [lexicon("other")] }, operator, (before) =>
      Effect.gen(function* () {
        seen.push(before.documents.map(({ id }) => String(id)));
        if (seen.length === 1) yield* change({ _tag: "Add", files: [lexicon("more")] });
      })
    );
    assert.deepStrictEqual(seen, [["com.example.note"], ["com.example.more", "com.example.note"]]);
    assert.deepStrictEqual(yield* ids, ["com.example.other"]);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A change that is not approved changes nothing", () =>
  Effect.gen(function* () {
    yield* importLexicons([lexicon("note")], operator);
    const error = yield* Effect.flip(
      changeLexicons({ _tag: "Remove", ids: ["com.example.note"] }, operator, () => Effect.fail("no" as const))
    );
    assert.strictEqual(error, "no");
    assert.deepStrictEqual(yield* ids, ["com.example.note"]);
    assert.lengthOf(yield* Effect.flatMap(EventLog, (log) => log.load(lexiconStream)), 1);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A document that is nested too deep is a fault, and does not overflow the stack", () =>
  Effect.gen(function* () {
    let deep: object = { type: "string" };
    for (let level = 0; level < 50_000; level += 1) deep = { type: "array", items: deep };
    const error = yield* Effect.flip(change({ _tag: "Add", files: [lexicon("deep", { deep })] }));
    assert.strictEqual(error._tag, "InvalidLexicons");
  }).pipe(Effect.provide(memoryService))
);

it.effect("An exported set is the same set when it is imported", () =>
  Effect.gen(function* () {
    const like = lexicon("like", { subject: { type: "ref", ref: "com.atproto.repo.strongRef" } });
    const set = yield* importLexicons([lexicon("note"), like], operator);
    const files = exportedFiles(set);
    assert.deepStrictEqual(
      files.map(({ name }) => name),
      ["com/example/like.json", "com/example/note.json"]
    );
    yield* importLexicons([lexicon("other")], operator);
    const back = yield* importLexicons(
      files.map(({ name, text }) => ({ file: name, document: JSON.parse(text) })),
      operator
    );
    assert.strictEqual(back.digest, set.digest);
  }).pipe(Effect.provide(memoryService))
);
