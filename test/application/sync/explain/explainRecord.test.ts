import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import { PdsMemory, revisionOf } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { explainRecord } from "../../../../src/application/sync/explain/explainRecord.ts";
import { explanationText } from "../../../../src/application/sync/explain/explanationText.ts";
import { readRecordUri } from "../../../../src/application/sync/explain/readRecordUri.ts";
import { type AtUri, atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { IdentityResolver } from "../../../../src/domain/identity/IdentityResolver.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { KnownActors } from "../../../../src/domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import { DueRepositories } from "../../../../src/domain/sync/backfill/DueRepositories.ts";
import { DeadLetters } from "../../../../src/domain/sync/DeadLetters.ts";
import { RepositoryReader, RepositoryUnreadable } from "../../../../src/domain/sync/repository/RepositoryReader.ts";
import { FollowedRepositories } from "../../../../src/domain/sync/stream/FollowedRepositories.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";
import { textLexicon } from "../../../support/textLexicon.ts";

const noon = Date.parse("2026-11-28T12:00:00.000Z");
const open = Nsid.make("dev.example.note");
const closed = Nsid.make("app.bsky.feed.example");

const uriOf = (rkey: string, collection = open): AtUri =>
  atUri({ did: alice.did, collection, rkey: RecordKey.make(rkey) });
const note = (text: unknown, type: string = open): JsonObject => JSON.parse(JSON.stringify({ $type: type, text }));

/** Writes at the PDS behind the back of the service, between 40 other records, so that the tree has several layers. */
const writeAtPds = (uri: AtUri, value: JsonObject) =>
  Effect.flatMap(PdsMemory, ({ state }) =>
    Ref.update(state, (before) => {
      const others = Array.from({ length: 40 }, (_, at) => [uriOf(`other${at}`), note(`${at}`)] as const);
      const records = [...others, [uri, value] as const].map(
        ([at, each]) => [at, { uri: at, cid: Either.getOrThrow(recordCid(each)), value: each }] as const
      );
      return { ...before, records: new Map(records), writes: before.writes + 1 };
    })
  );

const begin = Effect.gen(function* () {
  yield* TestClock.setTime(noon);
  yield* importLexicons([textLexicon(open), textLexicon(closed)], { type: "operator", id: null });
});

const become = Effect.flatMap(RecordIndex, ({ putActor }) =>
  putActor({ did: alice.did, handle: alice.handle, pds: null })
);

const explained = (uri: AtUri) => Effect.map(explainRecord(uri), explanationText);
const codeOf = (uri: AtUri) => Effect.map(explained(uri), ({ code }) => code);

const indexed = (uri: AtUri) => Effect.flatMap(RecordIndex, ({ find }) => Effect.map(find(uri), Option.isSome));

describe("why a record is missing", () => {
  it.effect("it is of a collection that is not in use", () =>
    Effect.gen(function* () {
      yield* begin;
      const { code, remedy, sentence } = yield* explained(uriOf("a", Nsid.make("dev.example.unknown")));
      assert.strictEqual(code, "collection-not-in-use");
      assert.include(sentence, "No Lexicon that is in use defines the collection");
      assert.include(remedy, "Import the Lexicon");
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("its collection is closed and its author is not known; once known, it is fetched", () =>
    Effect.gen(function* () {
      yield* begin;
      const uri = uriOf("a", closed);
      yield* writeAtPds(uri, note("hello", closed));
      assert.strictEqual(yield* codeOf(uri), "author-not-known");
      assert.isFalse(yield* indexed(uri));
      yield* become;
      assert.strictEqual(yield* codeOf(uri), "never-seen");
      assert.strictEqual(yield* codeOf(uri), "indexed");
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("it never arrived: it is read, verified and indexed, and its author becomes known", () =>
    Effect.gen(function* () {
      yield* begin;
      const uri = uriOf("a");
      yield* writeAtPds(uri, note("hello"));
      const { code, sentence } = yield* explained(uri);
      assert.strictEqual(code, "never-seen");
      assert.strictEqual(
        sentence,
        "The record had not arrived. It was fetched from https://pds.example, verified and indexed."
      );
      assert.isTrue(yield* indexed(uri));
      const { known } = yield* KnownActors;
      assert.isTrue((yield* known([alice.did])).has(alice.did));
      const { claim } = yield* DueRepositories;
      assert.strictEqual((yield* claim(1_000))?.did, alice.did);
      assert.strictEqual(yield* codeOf(uri), "indexed");
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("the repository at the PDS has no such record", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* writeAtPds(uriOf("there"), note("hello"));
      const { code, sentence } = yield* explained(uriOf("elsewhere"));
      assert.strictEqual(code, "not-at-the-pds");
      assert.include(sentence, `at the revision ${revisionOf(1)}`);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("it is not valid by its Lexicon, as received or as read now", () =>
    Effect.gen(function* () {
      yield* begin;
      const uri = uriOf("a");
      yield* writeAtPds(uri, note(1));
      const { code, sentence } = yield* explained(uri);
      assert.strictEqual(code, "invalid");
      assert.match(sentence, /^It is not valid by its Lexicon: text must be a string/);
      const { find } = yield* DeadLetters;
      const letter = yield* find(uri);
      assert.deepInclude(letter, { reason: "invalid", rev: revisionOf(1), receivedAt: noon, value: note(1) });
      assert.deepStrictEqual(yield* explained(uri), yield* explained(uri));
      assert.isFalse(yield* indexed(uri));
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("it was deleted", () =>
    Effect.gen(function* () {
      yield* begin;
      const { remove } = yield* RecordIndex;
      yield* remove(uriOf("a"), "3l2zpbbhyxs2b");
      const { code, sentence } = yield* explained(uriOf("a"));
      assert.strictEqual(code, "deleted");
      assert.strictEqual(
        sentence,
        "The record was deleted in the commit 3l2zpbbhyxs2b, which was indexed at 2026-11-28T12:00:00.000Z."
      );
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("its account is hidden, even if the record is stored", () =>
    Effect.gen(function* () {
      yield* begin;
      const uri = uriOf("a");
      yield* writeAtPds(uri, note("hello"));
      yield* explained(uri);
      const { hide } = yield* RecordIndex;
      yield* hide(alice.did, "deactivated");
      const { code, sentence } = yield* explained(uri);
      assert.strictEqual(code, "hidden-account");
      assert.strictEqual(sentence, "The records of the account are hidden, because it is deactivated.");
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("commits of its repository are missing", () =>
    Effect.gen(function* () {
      yield* begin;
      const { put } = yield* FollowedRepositories;
      const rev = "3l2zpbbhyxs2b";
      yield* put([{ did: alice.did, rev, data: null, desynchronizedAt: noon, gapRev: rev, account: null }]);
      assert.strictEqual(yield* codeOf(uriOf("a")), "desynchronised");
    }).pipe(Effect.provide(memoryService))
  );
});

/** The service with a reader whose methods are replaced. */
const reading = (changes: (reader: RepositoryReader["Type"]) => Partial<RepositoryReader["Type"]>) =>
  Layer.effect(
    RepositoryReader,
    Effect.map(RepositoryReader, (reader) => RepositoryReader.of({ ...reader, ...changes(reader) }))
  ).pipe(Layer.provideMerge(memoryService));

describe("a record that cannot be read at the PDS", () => {
  const flipped = (bytes: Uint8Array): Uint8Array => {
    const copy = bytes.slice();
    copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
    return copy;
  };

  it.effect.each([
    [
      "the PDS is not reachable",
      reading(() => ({ latest: () => new RepositoryUnreadable({ reason: "unreachable", retryAfter: null }) })),
      /^The record has not arrived, and it could not be fetched\. /
    ],
    [
      "blocks are missing",
      reading(() => ({ blocks: () => Effect.succeed([]) })),
      /A block of the repository is missing/
    ],
    [
      "the commit is not signed by the account",
      reading(({ blocks }) => ({
        blocks: (pds, did, cids) =>
          Effect.map(blocks(pds, did, cids), (all) => all.map(({ bytes, cid }) => ({ cid, bytes: flipped(bytes) })))
      })),
      /not signed with the key|malformed/
    ]
  ] as const)("is not indexed: %s", ([, layer, sentence]) =>
    Effect.gen(function* () {
      yield* begin;
      const uri = uriOf("a");
      yield* writeAtPds(uri, note("hello"));
      const found = yield* explained(uri);
      assert.strictEqual(found.code, "never-seen");
      assert.match(found.sentence, sentence);
      assert.isFalse(yield* indexed(uri));
    }).pipe(Effect.provide(layer))
  );

  it.effect("is not indexed: the DID document has no signing key", () =>
    Effect.gen(function* () {
      yield* begin;
      const resolver = yield* IdentityResolver;
      const keyless = IdentityResolver.of({
        ...resolver,
        resolveDidFresh: (did) => Effect.map(resolver.resolveDidFresh(did), ({ handle, pds }) => ({ did, handle, pds }))
      });
      const found = yield* Effect.provideService(explained(uriOf("a")), IdentityResolver, keyless);
      assert.match(found.sentence, /has no signing key/);
    }).pipe(Effect.provide(memoryService))
  );
});

describe("the AT URI of a record", () => {
  it.effect.each([
    [`at://${alice.did}/${open}/a`, uriOf("a")],
    [`  at://${alice.handle}/${open}/a `, uriOf("a")],
    [`at://ALICE.test/${open}/a`, uriOf("a")]
  ] as const)("is read from %s", ([typed, uri]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* readRecordUri(typed), uri);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect.each([
    ["at://alice.test", "uri is not the AT URI of a record: give at://<did or handle>/<collection>/<record key>."],
    ["https://bsky.app/profile/alice", "uri is not the AT URI of a record: give at://"],
    [`at://nobody.test/${open}/a`, "uri names nobody.test, which cannot be resolved. No account has this handle."]
  ] as const)("is not %s", ([typed, message]) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(readRecordUri(typed));
      assert.include(refused.message, message);
    }).pipe(Effect.provide(memoryService))
  );
});
