import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as IdentityResolverMemory from "../../../src/adapters/memory/pds/IdentityResolverMemory.ts";
import * as PdsMemory from "../../../src/adapters/memory/pds/PdsMemory.ts";
import * as RepositoryDirectoryMemory from "../../../src/adapters/memory/pds/RepositoryDirectoryMemory.ts";
import * as RepositoryReaderMemory from "../../../src/adapters/memory/pds/RepositoryReaderMemory.ts";
import * as RepositorySignaturesMemory from "../../../src/adapters/memory/pds/RepositorySignaturesMemory.ts";
import * as OtherInstancesDatabase from "../../../src/adapters/movein/OtherInstancesDatabase.ts";
import * as BackfillsPostgres from "../../../src/adapters/postgres/sync/BackfillsPostgres.ts";
import * as DeadLettersPostgres from "../../../src/adapters/postgres/sync/DeadLettersPostgres.ts";
import * as SyncCursorsPostgres from "../../../src/adapters/postgres/sync/SyncCursorsPostgres.ts";
import * as SyncReportsPostgres from "../../../src/adapters/postgres/sync/SyncReportsPostgres.ts";
import { ConfiguredAdmins } from "../../../src/application/admin/ConfiguredAdmins.ts";
import { PublicUrl } from "../../../src/application/instance/PublicUrl.ts";
import { FollowedSource } from "../../../src/application/sync/status/FollowedSource.ts";
import { LiveSyncSettings } from "../../../src/application/sync/stream/LiveSyncSettings.ts";
import { Backfills } from "../../../src/domain/sync/backfill/Backfills.ts";
import { type DeadLetter, DeadLetters } from "../../../src/domain/sync/DeadLetters.ts";
import { SyncCursors } from "../../../src/domain/sync/stream/SyncCursors.ts";
import { SyncReports } from "../../../src/domain/sync/stream/SyncReports.ts";
import { alice, bob } from "../../support/memoryService.ts";
import { TestDatabase, layer as testDatabase } from "../../support/TestDatabase.ts";
import { runOn, runOnWith } from "./runHere.ts";

const lexicons = new URL("../../../lexicons", import.meta.url).pathname;
const source = { kind: "firehose", address: "wss://relay.example.com/xrpc/com.atproto.sync.subscribeRepos" } as const;

const following = Layer.mergeAll(
  IdentityResolverMemory.layer,
  RepositoryDirectoryMemory.layer,
  RepositoryReaderMemory.layer,
  RepositorySignaturesMemory.layer,
  Layer.succeed(ConfiguredAdmins, []),
  Layer.succeed(FollowedSource, source),
  OtherInstancesDatabase.layer,
  Layer.succeed(PublicUrl, "https://records.example.com"),
  Layer.succeed(LiveSyncSettings, { openCollections: { _tag: "OwnAuthorities" } })
).pipe(Layer.provide(PdsMemory.layer([alice, bob])));

const tidemark = (...args: ReadonlyArray<string>) => Effect.flatMap(TestDatabase, ({ url }) => runOn(url, ...args));

const stores = Layer.mergeAll(
  BackfillsPostgres.layer,
  DeadLettersPostgres.layer,
  SyncCursorsPostgres.layer,
  SyncReportsPostgres.layer
);

const letterOf = (rkey: string, changes: Partial<DeadLetter> = {}): DeadLetter => ({
  source: "firehose",
  did: alice.did,
  collection: "xyz.statusphere.status",
  uri: `at://${alice.did}/xyz.statusphere.status/${rkey}`,
  cid: null,
  rev: "3l2zpbbhyxs2b",
  reason: "invalid",
  detail: "status must be a string.",
  value: { status: 7 },
  bytes: null,
  receivedAt: Date.parse("2026-11-28T12:00:00Z"),
  ...changes
});

layer(testDatabase, { timeout: "60 seconds", excludeTestServices: true })("tidemark sync", (it) => {
  it.effect("status says that live sync is off", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* tidemark("sync", "status");
      assert.strictEqual(code, 0);
      assert.match(stdout, /source +off; set SYNC_SOURCE to jetstream, firehose or tap to follow the network\n/);
      assert.match(stdout, /repositories +0, of which 0 are out of sync\n/);
    })
  );

  it.effect("status shows what the process that follows the source reports", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase;
      const now = Date.now();
      const lease = { name: "sync", fence: 1 };
      yield* Effect.gen(function* () {
        const { advance, takeOver } = yield* SyncCursors;
        const { report } = yield* SyncReports;
        yield* takeOver(source.address, lease);
        yield* advance(source.address, lease, 71_204, now - 1_000);
        yield* report(lease, {
          address: source.address,
          connected: false,
          since: now - 5_000,
          lastEventAt: now - 6_000,
          lastError: { reason: "closed", detail: null, at: now - 5_000 },
          at: now,
          events: 60,
          records: 1,
          collections: { "xyz.statusphere.status": now - 6_000, "app.bsky.actor.profile": null }
        });
      }).pipe(Effect.provide(stores));
      const { stdout } = yield* runOnWith(following, url, "sync", "status");
      assert.include(stdout, `firehose at ${source.address}`);
      assert.include(stdout, `not connected since ${new Date(now - 5_000).toISOString()}; the service keeps trying`);
      assert.include(stdout, `last change ${new Date(now - 6_000).toISOString()}`);
      assert.match(stdout, /app.bsky.actor.profile +no change yet/);
      assert.match(stdout, /last error +The source closed the connection\. \(/);
      assert.match(stdout, /stored up to +71204, an event from /);
      const { stdout: json } = yield* runOnWith(following, url, "sync", "status", "--json");
      assert.deepInclude(JSON.parse(json), {
        source: "firehose",
        state: "disconnected",
        cursor: 71_204,
        connected: false
      });
    })
  );

  it.effect("backfill starts one, and waits for its end", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase;
      yield* tidemark("lexicons", "import", lexicons);
      const running = yield* Effect.fork(runOnWith(following, url, "sync", "backfill", alice.handle, bob.did));
      yield* Effect.gen(function* () {
        const backfills = yield* Backfills;
        // As the service does, once the command has started it.
        const [started] = yield* Effect.repeat(backfills.running, { until: (all) => all.length > 0 });
        const id = started?.id ?? "";
        yield* backfills.record(alice.did, { failed: false, records: 3, bytes: 900 }, Date.now());
        yield* backfills.record(bob.did, { failed: true, records: 0, bytes: 0 }, Date.now());
        yield* backfills.end(id, { state: "completed" }, Date.now());
      }).pipe(Effect.provide(stores));
      const { code, stdout } = yield* running;
      assert.strictEqual(code, 0);
      assert.match(
        stdout,
        /^The backfill \d+ of 2 accounts was completed: 2 of 2 repositories, 1 failed, 3 records stored/
      );
    })
  );

  it.effect("backfill can be started without a wait, and cancelled once", () =>
    Effect.gen(function* () {
      const started = yield* tidemark("sync", "backfill", "--collection", "xyz.statusphere.status", "--detach");
      assert.strictEqual(started.code, 0);
      const id = /Started the backfill (\d+) of xyz\.statusphere\.status\./.exec(started.stdout)?.[1] ?? "";
      const cancelled = yield* tidemark("sync", "cancel", id);
      assert.match(cancelled.stdout, /was cancelled: no repositories are listed yet/);
      const again = yield* tidemark("sync", "cancel", id);
      assert.deepInclude(again, { code: 1, stdout: "" });
      assert.include(again.stderr, `The backfill ${id} has ended already.`);
    })
  );

  it.effect.each<readonly [args: ReadonlyArray<string>, code: number, message: string]>([
    [["backfill"], 2, "give accounts, --collection or --all, and only one of them"],
    [["backfill", "alice.test", "--all"], 2, "give accounts, --collection or --all, and only one of them"],
    [["backfill", "nobody"], 1, "nobody is not an account: give a handle such as alice.example.com, or a DID."],
    [["backfill", "--collection", "a.b.c"], 1, "a.b.c is not a collection in use: import its Lexicon first."],
    [["cancel", "999"], 1, "There is no backfill 999."],
    [["explain", "nonsense"], 2, "uri is not the AT URI of a record"],
    [["dead-letters", "drop"], 2, "--yes is missing"],
    [["dead-letters", "list", "--reason", "wrong"], 2, '"wrong" is not one of invalid, undecodable,']
  ])("refuses %j", ([args, code, message]) =>
    Effect.gen(function* () {
      const refused = yield* tidemark("sync", ...args);
      assert.deepInclude(refused, { code, stdout: "" });
      assert.include(refused.stderr, message);
    })
  );

  it.effect("explain says why a record is missing, and what to do", () =>
    Effect.gen(function* () {
      yield* tidemark("lexicons", "import", lexicons);
      const unknown = yield* tidemark("sync", "explain", `at://${alice.handle}/dev.example.unknown/a`);
      assert.deepInclude(unknown, { code: 0 });
      assert.match(unknown.stdout, /^collection-not-in-use: No Lexicon that is in use/);
      const none = yield* tidemark("sync", "explain", `at://${alice.did}/xyz.statusphere.status/none`);
      assert.match(none.stdout, /^not-at-the-pds: The repository at https:\/\/pds\.example has no such record/);
    })
  );

  it.effect("dead-letters lists and drops those that match", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* tidemark("sync", "dead-letters", "list")).stdout, "There is no dead letter.\n");
      yield* Effect.flatMap(DeadLetters, ({ add }) =>
        add([letterOf("a"), letterOf("b"), letterOf("c", { reason: "float", detail: null, value: null })])
      ).pipe(Effect.provide(stores));
      const invalid = ["--reason", "invalid", "--did", alice.did] as const;
      const { stdout } = yield* tidemark("sync", "dead-letters", "list", ...invalid, "--limit", "1");
      assert.match(stdout, /^\d+ {2}at:\/\/did:plc:alice234alice234alice234\/xyz\.statusphere\.status\/b\n/);
      assert.include(
        stdout,
        "invalid: It is not valid by its Lexicon: status must be a string. (firehose, 2026-11-28T"
      );
      assert.include(stdout, "2 in total; the newest 1 are listed.");
      const retried = yield* tidemark("sync", "dead-letters", "retry", ...invalid);
      assert.deepInclude(retried, { code: 0 });
      assert.match(retried.stdout, /^Tried 2 dead letters again: 0 indexed, 0 no longer exist, 2 stay\.\n$/);
      const dropped = yield* tidemark("sync", "dead-letters", "drop", ...invalid, "--yes");
      assert.strictEqual(dropped.stdout, "Dropped 2 dead letters.\n");
      const { total } = JSON.parse((yield* tidemark("sync", "dead-letters", "list", "--json")).stdout);
      assert.strictEqual(total, 1);
    })
  );
});
