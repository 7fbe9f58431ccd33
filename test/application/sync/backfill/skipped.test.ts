import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { CID } from "multiformats/cid";
import { create } from "multiformats/hashes/digest";
import { addCommit, addTree, type Blocks } from "../../../../src/adapters/memory/pds/makeRepository.ts";
import { revisionOf } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { indexRepository, repositoryStream } from "../../../../src/application/sync/backfill/indexRepository.ts";
import { countSkipped, listSkipped } from "../../../../src/application/sync/backfill/listSkipped.ts";
import { AtUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { sha256 } from "../../../../src/domain/crypto/sha256.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { IdentityResolver } from "../../../../src/domain/identity/IdentityResolver.ts";
import { RecordIndex, RecordIndexUnavailable } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import type { SkipReason } from "../../../../src/domain/sync/backfill/SkipReason.ts";
import { DeadLetters } from "../../../../src/domain/sync/DeadLetters.ts";
import { RepositoryReader, RepositoryUnreadable } from "../../../../src/domain/sync/repository/RepositoryReader.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";
import { textLexicon } from "../../../support/textLexicon.ts";

const notes = Nsid.make("dev.example.note");
const lexicon = textLexicon(notes);

/** `{"text": "…", "$type": "dev.example.note"}`, with the bytes given. */
const textOf = (...bytes: ReadonlyArray<number>) =>
  Uint8Array.of(0xa2, 0x64, ...utf8("text"), ...bytes, 0x65, ...utf8("$type"), 0x70, ...utf8(notes));
const utf8 = (text: string) => new TextEncoder().encode(text);
const surrogate = textOf(0x63, 0xed, 0xa0, 0x80);
const huge = textOf(0x1b, 255, 255, 255, 255, 255, 255, 255, 255);
const float = textOf(0xfb, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0);
const sound = (letter: string) => textOf(0x61, ...utf8(letter));

/** A repository of records as bytes, which its account signed. */
interface RawRepository {
  records: Readonly<Record<string, Uint8Array>>;
  commits: number;
}

const built = ({ commits, records }: RawRepository) => {
  const blocks: Blocks = new Map();
  const leaves = Object.entries(records).map(([rkey, bytes]) => {
    const cid = CID.createV1(0x71, create(0x12, sha256(bytes)));
    blocks.set(cid.toString(), bytes);
    return [`${notes}/${rkey}`, cid] as const;
  });
  const sorted = leaves.toSorted(([left], [right]) => (left < right ? -1 : 1));
  const root = addCommit(blocks, alice.did, revisionOf(commits), addTree(blocks, sorted));
  return { root, bytes: 0, read: (cid: CID) => blocks.get(cid.toString()) ?? null };
};

const service = (repository: RawRepository) =>
  Layer.effect(
    RepositoryReader,
    Effect.map(RepositoryReader, (reader) =>
      RepositoryReader.of({
        ...reader,
        latest: () => Effect.sync(() => ({ cid: built(repository).root, rev: revisionOf(repository.commits) })),
        fetch: () => Effect.sync(() => built(repository)),
        blocks: () => new RepositoryUnreadable({ reason: "refused", retryAfter: null })
      })
    )
  ).pipe(Layer.provideMerge(memoryService));

const commit = (repository: RawRepository, records: RawRepository["records"]) =>
  Effect.sync(() => {
    repository.records = records;
    repository.commits += 1;
  });

const indexAlice = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-28T00:00:00Z"));
  yield* importLexicons([lexicon], { type: "operator", id: null });
  const { pds, signingKey = "" } = yield* Effect.flatMap(IdentityResolver, ({ resolveDid }) => resolveDid(alice.did));
  return (yield* indexRepository({ did: alice.did, pds, signingKey })).indexed;
});

const uriOf = (rkey: string) => `at://${alice.did}/${notes}/${rkey}`;
const indexed = Effect.flatMap(RecordIndex, (index) =>
  Effect.map(index.list({ did: alice.did, collection: notes, from: null, upTo: null }, 100), (all) =>
    all.map(({ uri }) => uri.slice(uri.lastIndexOf("/") + 1))
  )
);
const skipped = Effect.map(listSkipped(alice.did, null, 10_000), (all) =>
  all.map(({ reason, uri }): readonly [string, string] => [uri, reason]).toSorted()
);
const skippedCount = countSkipped(alice.did);
const events = Effect.flatMap(Effect.all([EventLog, repositoryStream(alice.did)]), ([{ load }, stream]) =>
  Effect.map(load(stream), (all) => all.map(({ data, type }): Readonly<Record<string, unknown>> => ({ type, ...data })))
);

describe("a record whose value does not match its CID", () => {
  it.effect("A record whose value does not match its CID is left out, and listed with its reason", () => {
    const repository = { records: { a: sound("a"), b: surrogate, c: huge, d: float, "..": sound("e") }, commits: 1 };
    return Effect.gen(function* () {
      assert.deepInclude({ ...(yield* indexAlice) }, { stored: 1, removed: 0, skipped: 4 });
      assert.deepStrictEqual(yield* indexed, ["a"]);
      const expected: ReadonlyArray<readonly [string, SkipReason]> = [
        [uriOf(".."), "not-a-record-key"],
        [uriOf("b"), "invalid-utf8"],
        [uriOf("c"), "integer-too-large"],
        [uriOf("d"), "float"]
      ];
      assert.deepStrictEqual([...(yield* skipped)], [...expected]);
      assert.strictEqual(yield* skippedCount, 4);
      const named = expected.map(([uri, reason]) => ({ uri, reason }));
      assert.deepInclude((yield* events)[0], { type: "RepositoryIndexed.v2", skipped: 4, skippedFirst: named });
      assert.isNull(yield* indexAlice);
      assert.deepStrictEqual([...(yield* skipped)], [...expected]);
    }).pipe(Effect.provide(service(repository)));
  });

  it.effect("A record whose value does not match its CID is not shown as it was before", () => {
    const repository: RawRepository = { records: { a: sound("a"), b: sound("b") }, commits: 1 };
    return Effect.gen(function* () {
      yield* indexAlice;
      yield* commit(repository, { a: surrogate, b: sound("b") });
      assert.deepInclude({ ...(yield* indexAlice) }, { stored: 0, removed: 1, skipped: 1 });
      assert.deepStrictEqual(yield* indexed, ["b"]);
      yield* commit(repository, { a: sound("c"), b: sound("b") });
      assert.deepInclude({ ...(yield* indexAlice) }, { stored: 1, removed: 0, skipped: 0 });
      assert.deepStrictEqual([yield* indexed, yield* skipped, yield* skippedCount], [["a", "b"], [], 0]);
    }).pipe(Effect.provide(service(repository)));
  });

  it.effect("An account has up to 1,000 skipped records, which the next indexing does not replace", () => {
    const keys = Array.from({ length: 1_203 }, (_, at) => `k${10_000 + at}`);
    const repository = { records: Object.fromEntries(keys.map((key) => [key, surrogate])), commits: 1 };
    return Effect.gen(function* () {
      yield* (yield* RecordIndex).putActor({ did: alice.did, handle: null, pds: null });
      assert.deepInclude({ ...(yield* indexAlice) }, { stored: 0, skipped: 1_203 });
      const listed = (yield* skipped).map(([uri]) => uri);
      assert.deepStrictEqual(listed, keys.slice(0, 1_000).map(uriOf));
      const [event] = yield* events;
      assert.deepInclude(event, {
        skippedFirst: keys.slice(0, 5).map((key) => ({ uri: uriOf(key), reason: "invalid-utf8" }))
      });
    }).pipe(Effect.provide(service(repository)));
  });

  it.effect("A record that is invalid by its Lexicon is a dead letter, and not shown as it was before", () => {
    const number = textOf(0x07);
    const repository: RawRepository = { records: { a: sound("a"), b: number, c: number }, commits: 1 };
    return Effect.gen(function* () {
      assert.deepInclude({ ...(yield* indexAlice) }, { stored: 1, skipped: 2 });
      const letters = yield* DeadLetters;
      assert.deepInclude(yield* letters.find(uriOf("b")), {
        source: "backfill",
        did: alice.did,
        collection: notes,
        rev: revisionOf(1),
        reason: "invalid",
        detail: "text must be a string.",
        value: { $type: notes, text: 7 }
      });
      yield* commit(repository, { a: number, b: sound("b") });
      assert.deepInclude({ ...(yield* indexAlice) }, { stored: 1, removed: 1, skipped: 1 });
      assert.deepStrictEqual(yield* indexed, ["b"]);
      assert.deepStrictEqual(yield* skipped, [[uriOf("a"), "invalid"]]);
    }).pipe(Effect.provide(service(repository)));
  });

  it.effect("A late event of an earlier commit does not bring back what became invalid", () => {
    const repository: RawRepository = { records: { a: textOf(0x07) }, commits: 2 };
    return Effect.gen(function* () {
      yield* indexAlice;
      const index = yield* RecordIndex;
      const value = { $type: notes, text: "before" };
      const cid = Either.getOrThrow(recordCid(value));
      const [uri, rkey] = [AtUri.make(uriOf("a"), true), RecordKey.make("a")];
      const indexedAt = "2026-11-28T00:00:00.000Z";
      yield* index.put({ uri, cid, did: alice.did, collection: notes, rkey, rev: revisionOf(1), indexedAt, value });
      assert.deepStrictEqual(yield* indexed, []);
    }).pipe(Effect.provide(service(repository)));
  });
});

describe("a record that the index rejects", () => {
  const withoutX = (repository: RawRepository) =>
    Layer.effect(
      RecordIndex,
      Effect.map(RecordIndex, (index) =>
        RecordIndex.of({
          ...index,
          changeAll: (records, removals) =>
            records.some(({ value }) => value.text === "x")
              ? new RecordIndexUnavailable({ operation: "put", reason: "rejected", cause: "NUL" })
              : index.changeAll(records, removals)
        })
      )
    ).pipe(Layer.provideMerge(service(repository)));

  it.effect("A record that the index rejects is listed, and not shown as it was before", () => {
    const repository: RawRepository = { records: { a: sound("a"), b: sound("b") }, commits: 1 };
    return Effect.gen(function* () {
      yield* indexAlice;
      yield* commit(repository, { a: sound("x"), b: sound("c") });
      assert.deepInclude({ ...(yield* indexAlice) }, { stored: 1, removed: 1, skipped: 1 });
      assert.deepStrictEqual(yield* indexed, ["b"]);
      assert.deepStrictEqual(yield* skipped, [[uriOf("a"), "refused-by-index"]]);
      const index = yield* RecordIndex;
      const [found] = yield* index.list({ did: alice.did, collection: notes, from: null, upTo: null }, 1);
      assert.strictEqual(found?.cid, Either.getOrThrow(recordCid({ $type: notes, text: "c" })));
    }).pipe(Effect.provide(withoutX(repository)));
  });
});
