import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import { importLexicons } from "../../../src/application/lexicons/importLexicons.ts";
import { lexiconStream } from "../../../src/application/lexicons/storedLexicons.ts";
import { AtUri, recordAddress } from "../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../src/domain/atproto/Cid.ts";
import { EventLog, EventLogUnavailable } from "../../../src/domain/event/EventLog.ts";
import { LexiconDocuments } from "../../../src/domain/lexicon/import/LexiconDocuments.ts";
import type { GivenFile } from "../../../src/domain/lexicon/import/UnreadableFile.ts";
import { LexiconCatalog } from "../../../src/domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { alice, memoryService } from "../../support/memoryService.ts";
import { withLog } from "../../support/withLog.ts";

const admin = { type: "admin", id: alice.did } as const;

const note = (properties: object = { text: { type: "string" } }, id = "com.example.note"): GivenFile => ({
  file: `${id}.json`,
  document: {
    lexicon: 1,
    id,
    defs: { main: { type: "record", key: "tid", record: { type: "object", properties } } }
  }
});
const other = note({ text: { type: "string" } }, "com.example.other");

const effective = Effect.flatMap(LexiconCatalog, (catalog) =>
  Effect.map(catalog.current, ({ documents }) => documents.map(({ id }) => id))
);
const events = Effect.flatMap(EventLog, (log) => log.load(lexiconStream));

it.effect("An import is one event with the digest, the ids and the actor; the same set again causes none", () =>
  Effect.gen(function* () {
    const { digest } = yield* importLexicons([note(), other], admin);
    yield* importLexicons([other, note()], admin);
    const [event, ...more] = yield* events;
    assert.isEmpty(more);
    assert.deepStrictEqual(event?.actor, admin);
    assert.deepStrictEqual(event?.data, { digest, ids: ["com.example.note", "com.example.other"] });
    assert.deepStrictEqual(yield* effective, ["com.example.note", "com.example.other"]);
  }).pipe(Effect.provide(memoryService))
);

it.effect(
  "An invalid import is rejected with all faults at once by file, path and reason, and the active set stays",
  () =>
    Effect.gen(function* () {
      yield* importLexicons([note()], admin);
      const set: ReadonlyArray<GivenFile> = [
        { file: "a.json", reason: "is not JSON: nothing in it" },
        { file: "b.json", document: 1 },
        note({ thing: { type: "nothing" } }, "com.example.odd"),
        {
          file: "c.json",
          document: {
            lexicon: 1,
            id: "com.example.key",
            defs: { main: { type: "record", key: "odd", record: { type: "object", properties: {} } } }
          }
        },
        note(),
        { ...note(), file: "again.json" }
      ];
      const { faults } = yield* Effect.flip(
        Effect.catchTags(importLexicons(set, admin), {
          EventLogUnavailable: Effect.die,
          StorageUnavailable: Effect.die,
          RecordIndexUnavailable: Effect.die
        })
      );
      assert.sameMembers(
        faults.map(({ file, path }) => `${file} ${path}`),
        [
          "a.json ",
          "b.json ",
          "com.example.odd.json defs.main.record.properties.thing.type",
          "c.json defs.main.key",
          "again.json id"
        ]
      );
      for (const { reason } of faults) assert.isNotEmpty(reason);
      assert.deepStrictEqual(yield* effective, ["com.example.note"]);
      assert.strictEqual((yield* events).length, 1);
    }).pipe(Effect.provide(memoryService))
);

it.effect("A completed set is stored, so that later publications do not change it", () =>
  Effect.gen(function* () {
    const subject = { type: "ref", ref: "com.atproto.repo.strongRef" };
    const { digest } = yield* importLexicons([note({ subject, at: { type: "ref", ref: "com.example.gone" } })], admin);
    const set = yield* Effect.flatMap(LexiconCatalog, (catalog) => catalog.current);
    assert.strictEqual(set.digest, digest);
    assert.deepStrictEqual(set.completed, ["com.atproto.repo.strongRef"]);
    assert.deepStrictEqual(
      set.notices.map(({ path }) => path),
      ["defs.main.record.properties.at.ref"]
    );
    const stored = yield* Effect.flatMap(LexiconDocuments, (documents) => documents.get(digest));
    assert.deepStrictEqual(Option.getOrNull(stored), set.documents);
  }).pipe(Effect.provide(memoryService))
);

const uri = AtUri.make(`at://${alice.did}/com.example.note/3kaaaaaaaaaaa`);
const put = Effect.flatMap(RecordIndex, (index) =>
  index.put({
    uri,
    ...recordAddress(uri),
    cid: Cid.make("bafyreihffx5a2e7k5uwrmmgofbvzujc5cmw5h4espouwuxt3liqoflx3ee"),
    rev: null,
    indexedAt: "2026-11-27T12:00:00.000Z",
    value: { text: "kept" }
  })
);
const find = Effect.flatMap(RecordIndex, (index) => index.find(uri));

it.effect("Indexed records survive a change of the set, and those of a collection that returns are found", () =>
  Effect.gen(function* () {
    yield* importLexicons([note()], admin);
    yield* put;
    yield* importLexicons([note({ text: { type: "string" }, more: { type: "integer" } })], admin);
    assert.isTrue(Option.isSome(yield* find));
    yield* importLexicons([other], admin);
    assert.isTrue(Option.isNone(yield* find));
    yield* importLexicons([note()], admin);
    assert.isTrue(Option.isSome(yield* find));
  }).pipe(Effect.provide(memoryService))
);

/** A log that takes no more events. */
const refusing = withLog(
  Layer.effect(
    EventLog,
    Effect.map(EventLog, (log) =>
      EventLog.of({
        ...log,
        append: () =>
          Effect.fail(new EventLogUnavailable({ operation: "append", reason: "unreachable", cause: new Error("full") }))
      })
    )
  )
);

it.live("The previous set stays active, also in the index, when the event cannot be stored", () =>
  Effect.gen(function* () {
    yield* importLexicons([note()], admin);
    yield* put;
    const error = yield* Effect.flip(Effect.provide(importLexicons([other], admin), refusing));
    assert.strictEqual(error._tag, "EventLogUnavailable");
    assert.deepStrictEqual(yield* effective, ["com.example.note"]);
    const back = yield* find.pipe(
      Effect.repeat({ until: Option.isSome, schedule: Schedule.spaced("10 millis") }),
      Effect.timeoutOption("5 seconds")
    );
    assert.isTrue(Option.isSome(back));
  }).pipe(Effect.provide(memoryService))
);
