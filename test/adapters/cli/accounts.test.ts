import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { catalog } from "../../../src/adapters/cli/lexicons/commandCatalog.ts";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import * as PublishedLexiconsFolder from "../../../src/adapters/filesystem/PublishedLexiconsFolder.ts";
import { readLexiconFolder } from "../../../src/adapters/filesystem/readLexiconFolder.ts";
import { importLexicons } from "../../../src/application/lexicons/importLexicons.ts";
import { atUri } from "../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../src/domain/atproto/Cid.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { Handle } from "../../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../src/domain/atproto/RecordKey.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../src/domain/event/StreamName.ts";
import { LexiconCatalog } from "../../../src/domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { storage } from "../../../src/main/storage.ts";
import { knownSample } from "../../contracts/sampleEvent.ts";
import { alice } from "../../support/memoryService.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import { runOn } from "./runHere.ts";

const stores = Layer.unwrapEffect(
  Effect.map(TestDatabase, ({ url }) =>
    storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "command" })
  )
).pipe(Layer.provideMerge(database), Layer.provideMerge(SecureRandomNode.layer));

const [did, collection] = [alice.did, Nsid.make("xyz.statusphere.status")];

const recordAt = (key: string, status: string) => {
  const rkey = RecordKey.make(key);
  return {
    uri: atUri({ did, collection, rkey }),
    cid: Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454"),
    did,
    collection,
    rkey,
    rev: null,
    indexedAt: "2026-11-28T12:00:00.000Z",
    value: { $type: collection, status, createdAt: "2026-11-28T12:00:00.000Z" }
  };
};

const authorizationId = "auth_AAAAAAAAAAAAAAAAAAAAAA";

/** Alice signed in to an app, and has two records. */
const world = Effect.gen(function* () {
  const files = yield* readLexiconFolder(new URL("../../../lexicons", import.meta.url).pathname);
  yield* Effect.provide(
    importLexicons(files, { type: "operator", id: null }),
    Layer.merge(catalog, PublishedLexiconsFolder.layer)
  );
  const index = yield* RecordIndex;
  yield* Effect.flatMap(LexiconCatalog, ({ current }) => Effect.flatMap(current, index.define)).pipe(
    Effect.provide(catalog)
  );
  yield* index.putActor({ did, handle: alice.handle, pds: "https://pds.example.com" });
  yield* index.putAll([recordAt("a", "🦋"), recordAt("b", "🌊")]);
  const { append } = yield* EventLog;
  const times = { exchangedAt: 1000, refreshExpiresAt: 9_000_000_000_000 };
  yield* append(streamName("authorization", authorizationId), 0, [
    knownSample(
      "CodeExchanged.v1",
      { authorizationId, scope: "atproto", ...times },
      { authorizationId, subjectDid: did, clientId: "client_one" }
    )
  ]);
});

const run = (...args: ReadonlyArray<string>) => Effect.flatMap(TestDatabase, ({ url }) => runOn(url, ...args));

const jsonOf = (...args: ReadonlyArray<string>) =>
  Effect.map(run(...args, "--json"), ({ code, stderr, stdout }) => {
    assert.strictEqual(code, 0, stderr + stdout);
    return JSON.parse(stdout);
  });

layer(stores, { timeout: "60 seconds", excludeTestServices: true })("the commands for accounts and records", (it) => {
  it.effect("list and show accounts", () =>
    Effect.gen(function* () {
      assert.include((yield* run("accounts", "list")).stdout, "No account was found.");
      yield* world;
      const listed = yield* run("accounts", "list", "--search", "alice");
      assert.match(
        listed.stdout,
        /alice\.test +did:plc:alice234alice234alice234 +active +1970-01-01T00:00:01\.000Z +1/
      );
      const shown = yield* run("accounts", "show", "alice.test");
      for (const text of ["never-indexed", "client_one", "xyz.statusphere.status  2"])
        assert.include(shown.stdout, text);
      const { accounts } = yield* jsonOf("accounts", "list", "--state", "signed-in");
      assert.deepInclude(accounts[0], { did, activeSessions: 1, status: null });
      const none = yield* run("accounts", "show", "nobody.test");
      assert.deepInclude(none, { code: 1 });
      assert.include(none.stderr, "The handle nobody.test is not known here");
    })
  );

  it.effect("list and show records", () =>
    Effect.gen(function* () {
      const { collections } = yield* jsonOf("records", "list");
      assert.deepInclude(collections, {
        collection,
        records: 2,
        hidden: 0,
        lastIndexedAt: "2026-11-28T12:00:00.000Z"
      });
      const found = yield* jsonOf("records", "list", "--collection", collection, "--where", "status=🌊");
      assert.deepStrictEqual(
        found.records.map(({ rkey }: { readonly rkey: string }) => rkey),
        ["b"]
      );
      const absent = yield* run("records", "list", "--collection", collection, "--where", "!status");
      assert.strictEqual(absent.stdout.trim(), "No record was found.");
      const wrong = yield* run("records", "list", "--collection", collection, "--where", "mood=1");
      assert.deepInclude(wrong, { code: 2 });
      assert.include(wrong.stderr, "which the Lexicon does not have: use one of status, createdAt");
      const shown = yield* run("records", "show", `at://alice.test/${collection}/a`);
      assert.include(shown.stdout, '"status": "🦋"');
      const missing = yield* run("records", "show", `at://${did}/${collection}/zz`);
      assert.include(missing.stderr, "tidemark sync explain");
    })
  );

  it.effect("index a record again, and remove one that its account no longer has", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* run("records", "index", recordAt("b", "").uri);
      assert.deepInclude({ code }, { code: 0 }, stdout);
      assert.include(stdout, "no longer has the record, so it was removed from the index");
      assert.strictEqual((yield* jsonOf("records", "list", "--collection", collection)).records.length, 1);
    })
  );

  it.effect("list and end sessions", () =>
    Effect.gen(function* () {
      const { sessions } = yield* jsonOf("sessions", "list", "--account", "alice.test", "--state", "active");
      assert.deepInclude(sessions[0], { authorizationId, did, handle: "alice.test", endedAt: null });
      assert.include((yield* run("sessions", "end", "--account", "alice.test")).stderr, "--yes is missing");
      assert.include((yield* run("sessions", "end", "--yes")).stderr, "Give --id, --account, --client");
    })
  );

  it.effect("remove what is indexed of an account once that is confirmed", () =>
    Effect.gen(function* () {
      const refused = yield* run("accounts", "remove", "alice.test");
      assert.deepInclude(refused, { code: 2 });
      const removed = yield* run("accounts", "remove", "alice.test", "--yes");
      assert.include(removed.stdout, "Removed 1 record of alice.test from the index.");
      const { indexing, records } = yield* jsonOf("accounts", "show", did);
      assert.deepStrictEqual([indexing.code, records], ["removed", []]);
      const again = yield* run("accounts", "index", "alice.test");
      assert.include(again.stdout, "The running service reads the repository of alice.test");
    })
  );

  it.effect("index an account by the handle that the instance knows, while nothing resolves it", () =>
    Effect.gen(function* () {
      const carol = { did: Did.make("did:web:carol.invalid"), handle: Handle.make("carol.test") };
      assert.include((yield* run("accounts", "index", carol.handle)).stderr, "carol.test cannot be resolved");
      yield* Effect.flatMap(RecordIndex, ({ putActor }) => putActor({ ...carol, pds: "https://pds.example.com" }));
      const { code, stdout } = yield* run("accounts", "index", carol.handle);
      assert.strictEqual(code, 0);
      assert.include(stdout, "The running service reads the repository of carol.test");
    })
  );
});
