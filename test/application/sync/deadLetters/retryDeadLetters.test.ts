import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { indexRepository } from "../../../../src/application/sync/backfill/indexRepository.ts";
import { retryAfterImport } from "../../../../src/application/sync/deadLetters/retryAfterImport.ts";
import { retryDeadLetters } from "../../../../src/application/sync/deadLetters/retryDeadLetters.ts";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { IdentityResolver } from "../../../../src/domain/identity/IdentityResolver.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { KnownActors } from "../../../../src/domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import { DeadLetters, everyDeadLetter } from "../../../../src/domain/sync/DeadLetters.ts";
import { LetterRetries } from "../../../../src/domain/sync/LetterRetries.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";

const notes = Nsid.make("dev.example.note");
const lexicon = (maxLength: number) => ({
  file: "note.json",
  document: {
    lexicon: 1,
    id: notes,
    defs: {
      main: {
        type: "record",
        key: "any",
        record: { type: "object", properties: { text: { type: "string", maxLength } } }
      }
    }
  }
});
const operator = { type: "operator", id: null } as const;
const uriOf = (rkey: string) => atUri({ did: alice.did, collection: notes, rkey: RecordKey.make(rkey) });

const commit = (records: Readonly<Record<string, JsonObject | null>>) =>
  Effect.flatMap(PdsMemory, ({ state }) =>
    Ref.update(state, (before) => {
      const next = new Map(before.records);
      for (const [rkey, value] of Object.entries(records)) {
        const uri = uriOf(rkey);
        if (value === null) next.delete(uri);
        else next.set(uri, { uri, value, cid: Either.getOrThrow(recordCid(value)) });
      }
      return { ...before, records: next, writes: before.writes + 1 };
    })
  );

const note = (text: string) => ({ $type: notes, text });

const indexAlice = Effect.gen(function* () {
  const { pds, signingKey = "" } = yield* Effect.flatMap(IdentityResolver, ({ resolveDid }) => resolveDid(alice.did));
  return yield* indexRepository({ did: alice.did, pds, signingKey });
});

/** A note that is too long, and `more`. */
const begin = (more: Readonly<Record<string, JsonObject>> = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2026-11-28T00:00:00Z"));
    yield* importLexicons([lexicon(3)], operator);
    yield* commit({ long: note("four"), ...more });
    yield* indexAlice;
  });

const found = Effect.flatMap(RecordIndex, (index) =>
  Effect.map(index.list({ did: alice.did, collection: notes, from: null, upTo: null }, 1_000), (all) => all.length)
);
const left = Effect.flatMap(DeadLetters, ({ count }) => count(everyDeadLetter));

describe("trying dead letters again", () => {
  it.effect("indexes what is valid by the Lexicons now, and makes its author known", () =>
    Effect.gen(function* () {
      yield* begin();
      assert.deepStrictEqual(yield* retryDeadLetters(everyDeadLetter), { tried: 1, indexed: 0, gone: 0 });
      const actors = yield* KnownActors;
      assert.strictEqual((yield* actors.known([alice.did])).size, 0);
      yield* importLexicons([lexicon(4)], operator);
      assert.deepStrictEqual(yield* retryDeadLetters(everyDeadLetter), { tried: 1, indexed: 1, gone: 0 });
      assert.deepStrictEqual([yield* found, yield* left], [1, 0]);
      assert.strictEqual((yield* actors.known([alice.did])).size, 1);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("tries only those that match, and states the present reason of the others", () =>
    Effect.gen(function* () {
      yield* begin({ number: { $type: notes, text: 7 } });
      yield* importLexicons([lexicon(2)], operator);
      const letters = yield* DeadLetters;
      const before = yield* letters.find(uriOf("long"));
      const id = (yield* letters.find(uriOf("number")))?.id ?? 0;
      assert.deepStrictEqual(yield* retryDeadLetters({ ...everyDeadLetter, ids: [id] }), {
        tried: 1,
        indexed: 0,
        gone: 0
      });
      assert.deepStrictEqual(yield* letters.find(uriOf("long")), before);
      assert.deepStrictEqual(yield* retryDeadLetters(everyDeadLetter), { tried: 2, indexed: 0, gone: 0 });
      assert.notStrictEqual((yield* letters.find(uriOf("long")))?.detail, before?.detail);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("does not bring back a record that was deleted or replaced meanwhile", () =>
    Effect.gen(function* () {
      yield* begin({ other: note("also") });
      const index = yield* RecordIndex;
      const later = "3zzzzzzzzzzz2";
      yield* index.remove(uriOf("long"), later);
      yield* importLexicons([lexicon(9)], operator);
      yield* retryDeadLetters(everyDeadLetter);
      assert.deepStrictEqual([yield* found, yield* left], [1, 0]);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("reads a record again whose value is not stored", () =>
    Effect.gen(function* () {
      yield* begin({ gone: note("gone") });
      const letters = yield* DeadLetters;
      for (const letter of yield* letters.list(everyDeadLetter, null, 10))
        yield* letters.add([{ ...letter, value: null }]);
      yield* importLexicons([lexicon(9)], operator);
      yield* commit({ gone: null });
      assert.deepStrictEqual(yield* retryDeadLetters(everyDeadLetter), { tried: 2, indexed: 1, gone: 1 });
      assert.deepStrictEqual([yield* found, yield* left], [1, 0]);
    }).pipe(Effect.provide(memoryService))
  );
});

describe("an import of Lexicons", () => {
  const many = Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`n${at}`, note("long text")]));

  it.effect("has the invalid records tried again once, page by page", () =>
    Effect.gen(function* () {
      yield* begin(many);
      yield* retryAfterImport();
      assert.deepStrictEqual([yield* found, yield* left], [0, 451]);
      yield* importLexicons([lexicon(9)], operator);
      yield* retryAfterImport();
      assert.deepStrictEqual([yield* found, yield* left], [451, 0]);
      assert.deepInclude(yield* Effect.flatMap(LetterRetries, ({ find }) => find), { before: null, isDone: true });
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("has them tried by another process where the first was killed", () => {
    let saved = 0;
    const killed = Layer.effect(
      LetterRetries,
      Effect.map(LetterRetries, (retries) =>
        LetterRetries.of({
          ...retries,
          save: (retry) => {
            saved += 1;
            return saved === 2 ? Effect.dieMessage("killed") : retries.save(retry);
          }
        })
      )
    ).pipe(Layer.provideMerge(memoryService));
    return Effect.gen(function* () {
      yield* begin(many);
      yield* importLexicons([lexicon(9)], operator);
      yield* Effect.exit(retryAfterImport());
      assert.strictEqual(yield* left, 51);
      yield* retryAfterImport();
      assert.deepStrictEqual([yield* found, yield* left], [451, 0]);
    }).pipe(Effect.provide(killed));
  });
});
