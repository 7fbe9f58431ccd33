import { randomUUID } from "node:crypto";
import { SqlClient } from "@effect/sql/SqlClient";
import { assert, layer } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { ActivityCounts } from "../../../../src/domain/audit/ActivityCounts.ts";
import { AuditTrail } from "../../../../src/domain/audit/AuditTrail.ts";
import { GrantedAuthorizations } from "../../../../src/domain/authorization/GrantedAuthorizations.ts";
import { Atomically } from "../../../../src/domain/event/Atomically.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { Lookup } from "../../../../src/domain/event/Lookup.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { StoredProjections } from "../../../../src/domain/projection/StoredProjections.ts";
import { OpenWrites } from "../../../../src/domain/record/write/OpenWrites.ts";
import { storage } from "../../../../src/main/storage.ts";
import { knownSample } from "../../../contracts/sampleEvent.ts";
import { database, TestDatabase } from "../../../support/TestDatabase.ts";
import { testSecrets } from "../../../support/testSubjectKeys.ts";

/** The stores of a running service, which acts as the role of the application. */
const stores = Layer.provideMerge(
  Layer.unwrapEffect(
    Effect.map(TestDatabase, ({ url }) =>
      storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "service" })
    )
  ),
  database
);

/** Queries the database as its owner. */
const asOwner = <A, E>(query: Effect.Effect<A, E, SqlClient>) =>
  Effect.flatMap(TestDatabase, ({ url }) => Effect.provide(query, postgresClient({ url, maxConnections: 1 })));

const run = (text: string) => asOwner(Effect.flatMap(SqlClient, (sql) => sql.unsafe<Record<string, unknown>>(text)));

/** Appends a login with its code and tokens, an open write, and a session to revoke. Returns the hash of the code. */
const appendLogin = Effect.gen(function* () {
  const { append } = yield* EventLog;
  const id = randomUUID();
  const authorizationId = `auth_${id}`;
  const about = { authorizationId, clientId: "client_1", subjectDid: Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz") };
  const stream = streamName("authorization", authorizationId);
  yield* append(stream, 0, [
    knownSample("CodeIssued.v1", { authorizationId, codeHash: id }, about),
    knownSample("CodeExchanged.v1", { authorizationId, refreshHash: `refresh ${id}` }, about),
    knownSample("TokensRefreshed.v1", { authorizationId, refreshHash: `later ${id}` }, about)
  ]);
  yield* append(streamName("write", id), 0, [knownSample("WriteRequested.v1", {}, about)]);
  yield* append(streamName("session", id), 0, [
    knownSample("SessionEnded.v1", { sessionId: id, reason: "issuer-changed" })
  ]);
  return id;
});

const silent = () => Effect.void;

const rebuild = Effect.flatMap(StoredProjections, (projections) => projections.rebuild(silent));
const compare = Effect.flatMap(StoredProjections, (projections) => projections.compare(silent));

const differing = Effect.map(rebuild, ({ projections }) =>
  Object.fromEntries(projections.filter(({ count }) => count > 0).map(({ count, projection }) => [projection, count]))
);

const catchUp = Effect.flatMap(ActivityCounts, (counts) => counts.catchUp);

/** Everything about the tables except their contents: columns, keys, indexes, triggers, settings, owners and grants. */
const shapes = run(`
  select c.relname, c.relkind, c.reloptions::text, c.relowner::regrole::text as owner,
    array(select a::text from unnest(c.relacl) a order by 1)::text as acl,
    case when c.relkind = 'i' then pg_get_indexdef(c.oid) end as index,
    array(select pg_get_constraintdef(k.oid) || k.conname from pg_constraint k where k.conrelid = c.oid order by 1)::text
      as constraints,
    array(select a.attname || format_type(a.atttypid, a.atttypmod) || a.attnotnull || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and c.relkind = 'r' order by a.attnum)::text as columns,
    array(select pg_get_triggerdef(t.oid) from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal order by 1)::text
      as triggers
  from pg_class c where c.relnamespace = 'tidemark'::regnamespace and c.relkind in ('r', 'i') order by 1`);

const contents = (table: string, columns = "*") => run(`select ${columns} from tidemark.${table} order by 1, 2`);

const allContents = Effect.all({
  lookups: contents("lookups"),
  openWrites: contents("open_writes"),
  revocations: contents("pending_revocations"),
  authorizations: contents("authorizations"),
  codes: contents("unredeemed_codes"),
  entries: contents("audit_entries"),
  activity: contents("activity")
});

layer(stores, { timeout: "120 seconds", excludeTestServices: true })("a rebuild of the stored projections", (it) => {
  it.effect("EV-06: finds live tables equal to the log, and leaves tables of the same contents and shape", () =>
    Effect.gen(function* () {
      yield* Effect.forEach(Array.from({ length: 30 }), () => appendLogin);
      yield* catchUp;
      const before = yield* Effect.all([allContents, shapes]);
      const { position, projections } = yield* rebuild;
      assert.strictEqual(position, 150);
      assert.deepStrictEqual(
        projections.map(({ count, projection, rows }) => [projection, count, rows > 0]),
        [
          ["lookups", 0, true],
          ["open-writes", 0, true],
          ["owed-revocations", 0, true],
          ["authorizations", 0, true],
          ["unredeemed-codes", 0, false],
          ["reports", 0, false],
          ["audit-entries", 0, true],
          ["activity", 0, true]
        ]
      );
      assert.deepStrictEqual(yield* Effect.all([allContents, shapes]), before);
    })
  );

  it.effect("EV-06: reports differences by table and key, and replaces the tables", () =>
    Effect.gen(function* () {
      const before = yield* allContents;
      yield* run(`
        update tidemark.lookups set stream = 'authorization-x' where kind = 'code' and key = (
          select min(key) from tidemark.lookups where kind = 'code');
        delete from tidemark.authorizations where authorization_id = (select max(authorization_id) from tidemark.authorizations);
        update tidemark.audit_entries set subject_did = 'did:plc:nobody' where position = 7;
        delete from tidemark.audit_entries where position in (8, 9);
        insert into tidemark.audit_entries (position, type, recorded_at, outcome) values (0, 'X.v1', '', 'success');
        update tidemark.activity set logins = logins + 1 where unit = 'hour';
        insert into tidemark.open_writes (stream, due_at) values ('write-x', now())`);
      const { projections } = yield* compare;
      const entries = projections.find(({ projection }) => projection === "audit-entries");
      assert.deepStrictEqual(
        entries?.differences.map(({ key, log, stored }) => [key, log === null, stored === null]),
        [
          ["0", true, false],
          ["7", false, false],
          ["8", false, true],
          ["9", false, true]
        ]
      );
      const expected = { lookups: 1, authorizations: 1, "audit-entries": 4, activity: 1, "open-writes": 1 };
      assert.deepStrictEqual(yield* differing, expected);
      assert.deepStrictEqual(yield* allContents, before);
      assert.deepStrictEqual(yield* differing, {});
    })
  );

  it.effect("is corrected in place by a restore, the history included", () =>
    Effect.gen(function* () {
      const before = yield* allContents;
      yield* run(`
        update tidemark.audit_entries set reason = 'made up' where position = 3;
        delete from tidemark.audit_entries where position = 4;
        insert into tidemark.activity values ('hour', '1999-01-01T00', 1, 1, 1, 1, 1, 1, 1)`);
      const { restore } = yield* StoredProjections;
      const { projections } = yield* restore(silent);
      assert.deepStrictEqual(
        projections.filter(({ count }) => count > 0).map(({ count, projection }) => [projection, count]),
        [
          ["audit-entries", 2],
          ["activity", 1]
        ]
      );
      assert.deepStrictEqual(yield* allContents, before);
    })
  );

  it.effect("EV-06: fails no request and shows nobody half of a table while others append and read", () =>
    Effect.gen(function* () {
      const [log, lookup, trail, counts] = yield* Effect.all([EventLog, Lookup, AuditTrail, ActivityCounts]);
      const [writes, granted, atomically] = yield* Effect.all([OpenWrites, GrantedAuthorizations, Atomically]);
      const known: Array<string> = [];
      const requests = { appended: 0, read: 0 };
      const stop = yield* Deferred.make<void>();
      const untilStopped = <E, R>(work: Effect.Effect<void, E, R>) =>
        Effect.repeat(work, { until: () => Deferred.isDone(stop) });
      const append = Effect.gen(function* () {
        known.push(yield* appendLogin);
        requests.appended += 5;
      });
      const find = Effect.gen(function* () {
        const id = known[Math.floor(Math.random() * known.length)];
        if (id === undefined) return yield* Effect.yieldNow();
        // In a transaction, a process does not answer from its memory.
        const found = yield* atomically.run(
          Effect.all([lookup.find("code", id), lookup.find("refresh-token", `later ${id}`)])
        );
        assert.isTrue(found.every(Option.isSome));
        requests.read += 2;
      });
      const search = Effect.gen(function* () {
        const head = yield* log.head;
        assert.isAtLeast(yield* trail.count({ clientId: "client_1" }, 1_000_000), head);
        const hours = yield* counts.between("hour", 0, 4_000_000_000_000);
        const counted = hours.map(
          ({ failures, logins, other, refreshes, writes }) => failures + logins + other + refreshes + writes
        );
        assert.isAtLeast(
          counted.reduce((sum, each) => sum + each, 0),
          head
        );
        assert.lengthOf(yield* granted.page({ did: null, clientId: null, state: null, now: 0 }, null, 30), 30);
        yield* writes.claim(1, 0);
        requests.read += 3;
      });
      const callers = Array.from({ length: 4 }, () =>
        Effect.all([untilStopped(append), untilStopped(find)], { concurrency: 2 })
      );
      const load = yield* Effect.fork(
        Effect.all([...callers, untilStopped(search), untilStopped(catchUp)], { concurrency: "unbounded" })
      );
      for (let round = 0; round < 4; round += 1) assert.deepStrictEqual(yield* differing, {});
      yield* Deferred.succeed(stop, undefined);
      yield* Fiber.join(load);
      assert.isAbove(Math.min(requests.appended, requests.read), 100);
      yield* catchUp;
      assert.deepStrictEqual(
        (yield* compare).projections.filter(({ count }) => count > 0),
        []
      );
    })
  );

  it.effect("waits for a reader that uses a table, and keeps when rows are due", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase;
      yield* run(`
        update tidemark.open_writes set due_at = '2040-01-01';
        update tidemark.pending_revocations set due_at = '2041-01-01', enqueued_at = '2042-01-01', attempts = 3`);
      const before = yield* Effect.all([contents("open_writes"), contents("pending_revocations")]);
      const [reading, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()];
      const reader = yield* Effect.fork(
        Effect.provide(
          Effect.flatMap(SqlClient, (sql) =>
            sql.withTransaction(
              sql`select count(*) from tidemark.lookups`.pipe(
                Effect.zipRight(Deferred.succeed(reading, undefined)),
                Effect.zipRight(Deferred.await(release))
              )
            )
          ),
          postgresClient({ url, maxConnections: 1 })
        )
      );
      yield* Deferred.await(reading);
      const rebuilding = yield* Effect.fork(rebuild);
      yield* Effect.sleep("1500 millis");
      assert.isTrue(Option.isNone(yield* Fiber.poll(rebuilding)));
      yield* appendLogin;
      yield* Deferred.succeed(release, undefined);
      yield* Fiber.join(reader);
      yield* Fiber.join(rebuilding);
      const after = yield* Effect.all([contents("open_writes"), contents("pending_revocations")]);
      for (const [index, rows] of before.entries()) assert.includeDeepMembers([...(after[index] ?? [])], [...rows]);
    })
  );

  it.effect("refuses a second one, and continues after one that was killed", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>();
      const first = yield* Effect.fork(
        Effect.flatMap(StoredProjections, (projections) =>
          projections.rebuild(() => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never))
        )
      );
      yield* Deferred.await(begun);
      const refused = yield* Effect.flip(rebuild);
      assert.strictEqual(refused._tag, "RebuildRefused");
      yield* Fiber.interrupt(first);
      assert.lengthOf(yield* run("select from pg_namespace where nspname = 'tidemark_shadow'"), 1);
      assert.deepStrictEqual(yield* differing, {});
      assert.lengthOf(yield* run("select from pg_namespace where nspname = 'tidemark_shadow'"), 0);
    })
  );
});
