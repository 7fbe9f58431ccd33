import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../src/adapters/memory/pds/PdsMemory.ts";
import { importLexicons } from "../../../src/application/lexicons/importLexicons.ts";
import { uploadBlob } from "../../../src/application/records/blob/uploadBlob.ts";
import { deleteRecord, writeRecord } from "../../../src/application/records/write/writeRecords.ts";
import type { Viewer } from "../../../src/application/token/Viewer.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../src/domain/atproto/RecordKey.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { blobContent } from "../../../src/domain/record/blob/BlobContent.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { parseScope } from "../../../src/domain/scope/Scope.ts";
import { loggedIn } from "../../support/loginThrough.ts";
import { alice, memoryService } from "../../support/memoryService.ts";

const collection = Nsid.make("dev.example.note");
const rkey = RecordKey.make("3jzfcijpj2z2a");
const lexicon = {
  lexicon: 1,
  id: collection,
  defs: {
    main: {
      type: "record",
      key: "tid",
      record: { type: "object", required: ["text"], properties: { text: { type: "string", maxLength: 10 } } }
    }
  }
};

const note = (text: unknown) => ({
  collection,
  rkey,
  value: { $type: collection, text: typeof text === "string" ? text : 1 },
  swapCid: null
});

/** Alice, signed in through an app, with a scope of her choosing. */
const viewer = (scope = "atproto transition:generic") =>
  Effect.gen(function* () {
    yield* importLexicons([{ file: "note.json", document: lexicon }], { type: "operator", id: null });
    const { client, tokens } = yield* loggedIn(alice);
    const log = yield* EventLog;
    const exchanged = (yield* log.read(0, 1000)).findLast((event) => event.type === "CodeExchanged.v1");
    return {
      did: tokens.sub,
      clientId: client.clientId,
      authorizationId: exchanged?.authorizationId ?? "",
      scope: yield* parseScope(scope)
    } satisfies Viewer;
  });

/** Lets the test clock go on while something waits for it. */
const withPassingTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(effect, Effect.forever(Effect.zipRight(Effect.yieldNow(), TestClock.adjust("50 millis"))));

const lastTypes = (count: number) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    return (yield* log.read(0, 1000)).slice(-count).map((event) => event.type);
  });

it.effect("A record is written to the repository, then to the index, and recorded in the log", () =>
  Effect.gen(function* () {
    const uri = yield* writeRecord(yield* viewer(), "create", note("hello"));
    const index = yield* RecordIndex;
    const found = Option.getOrThrow(yield* index.find(uri));
    assert.deepStrictEqual(found.value, { $type: collection, text: "hello" });
    const log = yield* EventLog;
    const [requested, written] = (yield* log.read(0, 1000)).slice(-2);
    assert.strictEqual(requested?.type, "WriteRequested.v1");
    assert.strictEqual(written?.type, "RecordWritten.v1");
    assert.strictEqual(requested?.data.cid, written?.data.cid);
    assert.strictEqual(written?.subjectDid, alice.did);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A deleted record is removed from repository and index", () =>
  Effect.gen(function* () {
    const who = yield* viewer();
    const uri = yield* writeRecord(who, "create", note("hello"));
    yield* deleteRecord(who, { collection, rkey }, null);
    const index = yield* RecordIndex;
    const pds = yield* PdsMemory;
    assert.isTrue(Option.isNone(yield* index.find(uri)));
    assert.strictEqual((yield* pds.state.get).records.size, 0);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A record that the Lexicon does not allow is not sent, and the error explains why", () =>
  Effect.gen(function* () {
    const who = yield* viewer();
    const pds = yield* PdsMemory;
    for (const text of ["far too long a text", 1]) {
      const refused = yield* Effect.flip(writeRecord(who, "create", note(text)));
      assert.strictEqual(refused._tag, "InvalidRecord");
      assert.include(refused.message, "text");
    }
    assert.strictEqual((yield* pds.state.get).writes, 0);
    assert.deepStrictEqual(yield* lastTypes(1), ["CodeExchanged.v1"]);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A write that the scope does not permit is not sent, and the error names the missing scope", () =>
  Effect.gen(function* () {
    const who = yield* viewer(`atproto repo:${collection}?action=create`);
    yield* writeRecord(who, "create", note("hello"));
    const update = yield* Effect.flip(writeRecord(who, "update", note("other")));
    assert.propertyVal(update, "scope", `repo:${collection}?action=update`);
    const removal = yield* Effect.flip(deleteRecord(who, { collection, rkey }, null));
    assert.propertyVal(removal, "scope", `repo:${collection}?action=delete`);
    const upload = yield* Effect.flip(uploadBlob(who, blobContent(new Uint8Array([1]), "image/png")));
    assert.propertyVal(upload, "scope", "blob:image/png");
  }).pipe(Effect.provide(memoryService))
);

it.effect("An expired session is refreshed once, however many writes arrive together", () =>
  Effect.gen(function* () {
    const who = yield* viewer();
    const pds = yield* PdsMemory;
    yield* pds.expireAccessTokens;
    // Tokens are told apart by when they end.
    yield* TestClock.adjust("1 second");
    const keys = ["3jzfcijpj2z2a", "3jzfcijpj2z2b", "3jzfcijpj2z2c", "3jzfcijpj2z2d"].map((key) => RecordKey.make(key));
    const writes = keys.map((key) => writeRecord(who, "create", { ...note("hello"), rkey: key }));
    yield* withPassingTime(Effect.all(writes, { concurrency: "unbounded" }));
    const state = yield* pds.state.get;
    assert.strictEqual(state.refreshes, 1);
    assert.strictEqual(state.records.size, 4);
  }).pipe(Effect.provide(memoryService))
);

it.effect("Session and authorization end when the PDS no longer knows them, and the app is notified", () =>
  Effect.gen(function* () {
    const who = yield* viewer();
    const pds = yield* PdsMemory;
    yield* pds.forgetSessions;
    const over = yield* Effect.flip(writeRecord(who, "create", note("hello")));
    assert.strictEqual(over._tag, "SessionTerminated");
    assert.propertyVal(over, "reason", "refused-by-pds");
    assert.deepStrictEqual(yield* lastTypes(4), [
      "SessionRefreshStarted.v1",
      "SessionEnded.v1",
      "AuthorizationEnded.v1",
      "WriteRejected.v1"
    ]);
    const again = yield* Effect.flip(writeRecord(who, "create", note("hello")));
    assert.propertyVal(again, "reason", "refused-by-pds");
  }).pipe(Effect.provide(memoryService))
);

it.effect("A blob is stored, and recorded in the log", () =>
  Effect.gen(function* () {
    const blob = yield* uploadBlob(yield* viewer(), blobContent(new TextEncoder().encode("hello"), "text/plain"));
    assert.strictEqual(blob.size, 5);
    assert.strictEqual(blob.ref, "bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq");
    assert.deepStrictEqual(yield* lastTypes(1), ["BlobUploaded.v1"]);
  }).pipe(Effect.provide(memoryService))
);
