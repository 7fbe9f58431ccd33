import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqlClient } from "@effect/sql/SqlClient";
import { afterAll, assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import * as EventCheckerNode from "../../../../src/adapters/crypto/EventCheckerNode.ts";
import * as SecureRandomNode from "../../../../src/adapters/crypto/SecureRandomNode.ts";
import * as ErasureLedgerMemory from "../../../../src/adapters/memory/stores/ErasureLedgerMemory.ts";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { exportHistory } from "../../../../src/application/audit/exportHistory.ts";
import { ndjson } from "../../../../src/application/audit/ndjson.ts";
import { eraseSubject } from "../../../../src/application/erasure/eraseSubject.ts";
import { archiveEvents } from "../../../../src/application/retention/archiveEvents.ts";
import { joinArchive } from "../../../../src/application/retention/joinArchive.ts";
import { verifyExport } from "../../../../src/application/verify/verifyExport.ts";
import { verifyLog } from "../../../../src/application/verify/verifyLog.ts";
import { EndedAuthorizations } from "../../../../src/domain/authorization/end/EndedAuthorizations.ts";
import { systemActor } from "../../../../src/domain/event/Envelope.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { Lookup } from "../../../../src/domain/event/Lookup.ts";
import type { StreamName } from "../../../../src/domain/event/StreamName.ts";
import { StoredProjections } from "../../../../src/domain/projection/StoredProjections.ts";
import { ArchivedEvents } from "../../../../src/domain/retention/ArchivedEvents.ts";
import { ArchiveFiles } from "../../../../src/domain/retention/ArchiveFiles.ts";
import { splitLines } from "../../../../src/domain/retention/archiveContents.ts";
import type { RetentionClass } from "../../../../src/domain/retention/RetentionClass.ts";
import { StorageUnavailable } from "../../../../src/domain/storage/StorageUnavailable.ts";
import { parseVerifierKey } from "../../../../src/domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../../../src/domain/transparency/verifyEd25519.ts";
import { faultText } from "../../../../src/domain/verification/Fault.ts";
import { storage } from "../../../../src/main/storage.ts";
import { sealLog, testKey } from "../../../support/sealLog.ts";
import { database, TestDatabase } from "../../../support/TestDatabase.ts";
import { testSecrets } from "../../../support/testSubjectKeys.ts";
import { verifiers } from "../../../tools/verifyLog/verifiers.ts";
import { appendHistory, archivable } from "./retainedLog.ts";

const folder = mkdtempSync(join(tmpdir(), "archives-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const withoutReplay = Layer.merge(
  Layer.mock(EndedAuthorizations, { awaitPosition: () => Effect.void }),
  ErasureLedgerMemory.layer
);

/** The stores of a running service, which acts as the role of the application, with archives in a folder of their own. */
const stores = () =>
  Layer.unwrapEffect(
    Effect.map(TestDatabase, ({ url }) =>
      storage({
        ...{ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "service" },
        auditArchives: mkdtempSync(join(folder, "log-"))
      })
    )
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(database, SecureRandomNode.layer, EventCheckerNode.layer, withoutReplay)),
    Layer.fresh
  );

type Services = Layer.Layer.Success<ReturnType<typeof stores>>;

const archive = (of: RetentionClass) => archiveEvents({ class: of, days: 0 }, { actor: systemActor });

const archiveBoth = Effect.map(Effect.all([archive("access"), archive("writes")]), (named) => named.flat());

const silent = () => Effect.void;

const verified = (requiresArchives = true) =>
  verifyLog({ keys: [], older: [], requiresArchives, skewMs: 300_000, progress: silent });

const firstBad = Effect.map(verified(), (report) => (report.firstBad === null ? null : faultText(report.firstBad)));

const exported = Effect.flatMap(exportHistory({}, ndjson), Stream.mkString);

const utf8 = new TextEncoder();

const verifyText = Effect.fnUntraced(function* (text: string) {
  const keys = [Either.getOrThrow(parseVerifierKey(yield* testKey))];
  return yield* verifyExport(
    Stream.fromIterable(splitLines(utf8.encode(text))),
    { keys, older: [], verify: verifyEd25519 },
    silent
  );
});

const differences = Effect.map(
  Effect.flatMap(StoredProjections, ({ compare }) => compare(silent)),
  ({ projections }) => projections.flatMap((each) => each.differences.map(({ key }) => `${each.projection} ${key}`))
);

/** Runs a statement as the owner of the database, with triggers off. */
const asOwner = (statement: string) =>
  Effect.flatMap(TestDatabase, ({ url }) =>
    Effect.provide(
      Effect.flatMap(SqlClient, (sql) =>
        sql.withTransaction(
          sql.unsafe(`alter table tidemark.events disable trigger all;
            alter table tidemark.archived_events disable trigger all; ${statement};
            alter table tidemark.events enable trigger all; alter table tidemark.archived_events enable trigger all`)
        )
      ),
      postgresClient({ url, maxConnections: 1 })
    )
  );

/** Runs a test on a database and a folder of its own. */
const test = <A, E>(title: string, effect: () => Effect.Effect<A, E, Services>) =>
  it.live(title, () => Effect.provide(effect(), stores()), 60_000);

/** Loads streams in another process, because the one that appended to a stream may still have it in memory. */
const loadedElsewhere = (streams: ReadonlyArray<StreamName>) =>
  Effect.flatMap(TestDatabase, ({ url }) =>
    Effect.provide(
      Effect.flatMap(EventLog, (log) => Effect.forEach(streams, log.load)),
      Layer.fresh(storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "command" }))
    )
  );

describe("archived events", () => {
  test("leave a log that holds with archives that anybody verifies with the public key", () =>
    Effect.gen(function* () {
      const { active, alice, ended, session, writes } = yield* appendHistory;
      const { load } = yield* EventLog;
      const before = yield* load(session);
      const named = yield* archiveBoth;
      assert.deepStrictEqual(
        named.map(({ class: of, count }) => [of, count]),
        [
          ["access", archivable.access],
          ["writes", archivable.writes]
        ]
      );
      yield* sealLog;
      assert.strictEqual(yield* firstBad, null);
      assert.deepStrictEqual(yield* differences, []);
      const archived = [...ended.map(({ stream }) => stream), ...writes];
      assert.deepStrictEqual((yield* loadedElsewhere(archived)).flat(), []);
      assert.lengthOf(yield* load(active.stream), 5);
      assert.deepStrictEqual(yield* load(session), before);
      assert.isTrue(Option.isSome(yield* (yield* Lookup).find("refresh-token", active.refreshHash)));

      const { folder: at } = yield* ArchiveFiles;
      const key = yield* testKey;
      for (const { count, file } of named) {
        const text = readFileSync(join(at, file), "utf8");
        assert.notInclude(text, alice);
        assert.deepInclude(yield* verifyText(text), { checked: count, proven: count, firstBad: null, isPartial: true });
        for (const { run } of verifiers) assert.strictEqual(run("export", join(at, file), "--key", key).code, 0);
      }
      const rebuilt = yield* Effect.flatMap(StoredProjections, ({ rebuild }) => rebuild(silent));
      assert.deepStrictEqual(
        rebuilt.projections.filter(({ count }) => count > 0),
        []
      );
      assert.deepStrictEqual(yield* archiveBoth, []);
    }));

  test("are in a whole export, which all verifiers accept, and in none of their archives in clear", () =>
    Effect.gen(function* () {
      const { alice } = yield* appendHistory;
      const before = yield* exported;
      const named = yield* archiveBoth;
      yield* sealLog;
      const text = yield* exported;
      const count = before.split("\n").length - 2;
      assert.deepStrictEqual(text.split("\n").slice(0, count), before.split("\n").slice(0, count));
      assert.deepInclude(yield* verifyText(text), { firstBad: null, isPartial: false });
      const file = join(folder, "whole.ndjson");
      writeFileSync(file, text);
      const key = yield* testKey;
      for (const { run } of verifiers) assert.strictEqual(run("export", file, "--key", key).code, 0);

      const files = yield* ArchiveFiles;
      const joined = Effect.fnUntraced(function* () {
        const texts: Array<string> = [];
        for (const each of named) texts.push(yield* Stream.mkString(yield* joinArchive(yield* files.read(each.file))));
        return texts;
      });
      const clear = yield* joined();
      for (const each of clear) {
        assert.include(each, alice);
        assert.deepInclude(yield* verifyText(each), { firstBad: null });
      }
      yield* eraseSubject({ did: alice, note: null, actor: { type: "operator", id: null } });
      yield* sealLog;
      for (const each of yield* joined()) {
        assert.notInclude(each, alice);
        assert.deepInclude(yield* verifyText(each), { firstBad: null });
      }
      assert.notInclude(yield* exported, alice);
      assert.strictEqual(yield* firstBad, null);
    }));

  test("whose archive is missing are named by a verification and by a whole export", () =>
    Effect.gen(function* () {
      yield* appendHistory;
      const [first] = yield* archive("access");
      yield* sealLog;
      assert.isDefined(first);
      const files = yield* ArchiveFiles;
      const { file, firstPosition } = first;
      const bytes = readFileSync(join(files.folder, file));
      rmSync(join(files.folder, file));
      const sentence = `the archive ${file} is not in ${files.folder}: put it back, or set AUDIT_ARCHIVES to its folder`;
      const report = yield* verified(false);
      assert.deepInclude(report, { firstBad: null, missingArchives: [{ file, events: archivable.access }] });
      assert.strictEqual(yield* firstBad, `position ${firstPosition}: leaf: ${sentence}`);
      const end = (yield* exported).trimEnd().split("\n").at(-1) ?? "";
      const incomplete = `position ${firstPosition}: ${sentence}`;
      assert.deepInclude(JSON.parse(end), { end: { count: firstPosition - 1, incomplete } });

      const changed = Buffer.from(bytes);
      changed[40] = (changed[40] ?? 0) ^ 0xff;
      writeFileSync(join(files.folder, file), changed);
      const fault = `position ${firstPosition}: leaf: the archive ${file} does not have the SHA-256`;
      assert.include((yield* firstBad) ?? "", fault);
      assert.include(yield* exported, `"incomplete":"${fault}`);
      writeFileSync(join(files.folder, file), bytes);
      assert.strictEqual(yield* firstBad, null);
    }));

  test("without an event of the log that names them are found", () =>
    Effect.gen(function* () {
      const { active } = yield* appendHistory;
      const [named] = yield* archive("access");
      yield* sealLog;
      assert.isDefined(named);
      const [first] = yield* (yield* EventLog).load(active.stream);
      const position = first?.position ?? 0;
      const move = (archiveNumber: number) =>
        asOwner(`insert into tidemark.archived_events select position, version, ${archiveNumber}, 'access', stream, leaf_hash
          from tidemark.events where position = ${position};
          delete from tidemark.events where position = ${position}`);
      yield* move(99);
      assert.strictEqual(
        yield* firstBad,
        `position ${position}: leaf: the event is marked as archived, and no event of the log names its archive`
      );
      const all = yield* (yield* ArchivedEvents).range({ after: 0, upTo: 1_000_000 });
      const genuine = all.find(({ archive: number }) => number !== 99)?.archive ?? 0;
      yield* asOwner(`update tidemark.archived_events set archive = ${genuine} where archive = 99`);
      assert.strictEqual(
        yield* firstBad,
        `position ${position}: leaf: the event is marked as archived, and ${named.file} does not have it`
      );
    }));
});

describe("archiving that is interrupted", () => {
  test("leaves the log as it was, and is completed by the next call", () =>
    Effect.gen(function* () {
      const { writes } = yield* appendHistory;
      const { head, load } = yield* EventLog;
      const files = yield* ArchiveFiles;
      const archived = yield* ArchivedEvents;
      const lost = new StorageUnavailable({
        store: "archived-events",
        reason: "unreachable",
        cause: new Error("lost")
      });
      const atHead = yield* head;
      const interrupted = Effect.provideService(archive("writes"), ArchivedEvents, {
        ...archived,
        archive: (archival) => Effect.zipRight(archived.archive(archival), Effect.fail(lost))
      });
      assert.strictEqual((yield* Effect.flip(interrupted))._tag, "StorageUnavailable");
      assert.strictEqual(yield* head, atHead);
      for (const stream of writes) assert.lengthOf(yield* load(stream), 2);
      const [leftover] = yield* files.names;
      assert.isDefined(leftover);

      const [named] = yield* archive("writes");
      assert.strictEqual(named?.count, archivable.writes);
      yield* sealLog;
      assert.strictEqual(yield* firstBad, null);
      assert.include(yield* files.names, named?.file ?? "");
      assert.isEmpty(readdirSync(files.folder).filter((name) => name.endsWith(".part")));
    }));
});
