import { readFileSync } from "node:fs";
import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as EventLogPostgres from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as sealedTree } from "../../../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { SealReport, SealReportState } from "../../../../src/application/transparency/SealReport.ts";
import { needsSeal, sealNext } from "../../../../src/application/transparency/sealNext.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { SealedTree } from "../../../../src/domain/transparency/SealedTree.ts";
import { freshStream, sampleEvents } from "../../../contracts/sampleEvent.ts";
import { testSigner } from "../../../support/testSigner.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const services = Layer.mergeAll(EventLogPostgres.layer, sealedTree, testSigner).pipe(
  Layer.provideMerge(migratedDatabase)
);

const append = (count: number) => Effect.flatMap(EventLog, (log) => log.append(freshStream(), 0, sampleEvents(count)));

/** Seals in a process of its own. */
const seal = Effect.suspend(() =>
  Effect.provideService(sealNext({ name: "seal log", fence: 1 }), SealReport, new SealReportState())
);

const statement = (text: string) => Effect.flatMap(SqlClient, (sql) => sql.unsafe(text));

it.live.each([
  ["update tidemark.log_checkpoints set note = ''", "append-only"],
  ["delete from tidemark.log_checkpoints", "append-only"],
  ["truncate tidemark.log_checkpoints", "append-only"],
  ["set session_replication_role = replica; delete from tidemark.log_checkpoints", "append-only"],
  ["update tidemark.log_tiles set hashes = substring(hashes from 1 for 32)", "only grows"],
  ["update tidemark.log_tiles set hashes = set_byte(hashes, 0, (get_byte(hashes, 0) + 1) % 256)", "only grows"],
  ["update tidemark.log_tiles set tile = tile + 10", "only grows"],
  ["delete from tidemark.log_tiles", "only grows"],
  ["truncate tidemark.log_tiles", "only grows"]
] as const)("%s is refused", ([text, reason]) =>
  Effect.gen(function* () {
    yield* append(300);
    yield* seal;
    const done = yield* Effect.either(
      Effect.scoped(Effect.flatMap(SqlClient, (sql) => sql.withTransaction(sql.unsafe(text))))
    );
    assert.include(String(Option.getOrNull(Either.getLeft(done))?.cause), reason);
    assert.isTrue(Option.isSome(yield* (yield* SealedTree).latest));
  }).pipe(Effect.provide(Layer.fresh(services)))
);

it.live("a log that was cut by the owner of the database is refused, also after it has grown again", () =>
  Effect.gen(function* () {
    yield* append(300);
    yield* seal;
    // The tables of the log come from an older backup than the tree.
    yield* statement("alter table tidemark.events disable trigger all");
    yield* statement("delete from tidemark.events where position > 290");
    yield* statement("alter table tidemark.events enable always trigger only_archived");
    yield* statement("update tidemark.log_head set position = 290");
    assert.isTrue(yield* needsSeal);
    assert.deepInclude(yield* Effect.flip(seal), { _tag: "SealRefused", reason: "log-shorter", size: 300 });
    yield* append(20);
    assert.deepInclude(yield* Effect.flip(seal), { _tag: "SealRefused", reason: "leaves-changed", size: 300 });
    const latest = yield* (yield* SealedTree).latest;
    assert.strictEqual(Option.getOrThrow(latest).size, 300);
  }).pipe(Effect.provide(Layer.fresh(services)))
);

it.live.each([
  "delete from tidemark.events where position = 305",
  "update tidemark.events set leaf_hash = 'short' where position = 305",
  "update tidemark.events set leaf_hash = translate(leaf_hash, left(leaf_hash, 1), '!') where position = 305"
])("nothing is sealed after %s", (change) =>
  Effect.gen(function* () {
    yield* append(300);
    yield* seal;
    yield* append(10);
    yield* statement("alter table tidemark.events disable trigger all");
    yield* statement(change);
    assert.deepInclude(yield* Effect.flip(seal), { _tag: "SealRefused", reason: "leaves-missing", size: 300 });
    assert.strictEqual(Option.getOrThrow(yield* (yield* SealedTree).latest).size, 300);
  }).pipe(Effect.provide(Layer.fresh(services)))
);

it.live("seals while an append holds the lock of the log, and appends while a seal is in progress", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const tree = yield* SealedTree;
    yield* append(10);
    const appended = yield* Deferred.make<void>();
    const release = yield* Deferred.make<void>();
    const uncommitted = append(5).pipe(
      Effect.zipRight(Deferred.succeed(appended, undefined)),
      Effect.zipRight(Deferred.await(release))
    );
    const appending = yield* Effect.fork(sql.withTransaction(uncommitted));
    yield* Deferred.await(appended);
    yield* Effect.timeout(seal, "10 seconds");
    assert.strictEqual(Option.getOrThrow(yield* tree.latest).size, 10);
    yield* Deferred.succeed(release, undefined);
    yield* Fiber.join(appending);
    const started = yield* Deferred.make<void>();
    const end = yield* Deferred.make<void>();
    const sealing = yield* Effect.fork(
      tree.seal({ name: "seal log", fence: 1 }, () =>
        Deferred.succeed(started, undefined).pipe(Effect.zipRight(Deferred.await(end)), Effect.as(Option.none()))
      )
    );
    yield* Deferred.await(started);
    yield* Effect.timeout(append(5), "10 seconds");
    assert.strictEqual(yield* (yield* EventLog).head, 20);
    yield* Deferred.succeed(end, undefined);
    yield* Fiber.join(sealing);
  }).pipe(Effect.provide(Layer.fresh(services)))
);

it.live("a new history can be started by the statements of docs/operations.md", () =>
  Effect.gen(function* () {
    yield* append(300);
    yield* seal;
    const page = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
    const [statements = ""] = /begin;\n[^.]*tidemark\.log_checkpoints disable[\s\S]*?commit;/.exec(page) ?? [];
    assert.include(statements, "delete from tidemark.log_tiles");
    yield* statement(statements);
    assert.isTrue(Option.isNone(yield* (yield* SealedTree).latest));
    yield* seal;
    assert.strictEqual(Option.getOrThrow(yield* (yield* SealedTree).latest).size, 300);
    const changed = yield* Effect.either(statement("delete from tidemark.log_checkpoints"));
    assert.isTrue(Either.isLeft(changed));
  }).pipe(Effect.provide(Layer.fresh(services)))
);
