import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import * as fc from "fast-check";
import { rebuild } from "../../../../src/adapters/postgres/migrations/0270_stored_projections.ts";
import { compactableTypes } from "../../../../src/domain/event/compaction.ts";
import type { NewEvent } from "../../../../src/domain/event/Envelope.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { erasedDid } from "../../../../src/domain/personal/erasedValue.ts";
import { lookupTypes } from "../../../../src/domain/projection/lookups.ts";
import { StoredProjections } from "../../../../src/domain/projection/StoredProjections.ts";
import { storedTypes } from "../../../../src/domain/projection/storedChanges.ts";
import { knownSample } from "../../../contracts/sampleEvent.ts";
import { storedProjectionsContract } from "../../../contracts/storedProjectionsContract.ts";
import samples from "../../../domain/event/samples.json" with { type: "json" };
import { storedProjections } from "./storedProjections.ts";

storedProjectionsContract("postgres", storedProjections);

type Type = keyof typeof samples;
const isType = (type: string): type is Type => Object.hasOwn(samples, type);

/** Most are of types that change something. */
const types = fc.oneof(
  { arbitrary: fc.constantFrom(...[...storedTypes, ...lookupTypes].filter(isType)), weight: 9 },
  fc.constantFrom(...Object.keys(samples).filter(isType))
);

/** An append of several events to one of three streams, about one of three logins. */
const appends = fc.array(
  fc.record({
    stream: fc.nat(2),
    events: fc.array(fc.record({ type: types, id: fc.nat(2), hash: fc.nat(20), isOwned: fc.boolean() }), {
      minLength: 1,
      maxLength: 5
    })
  }),
  { minLength: 1, maxLength: 30 }
);

type History = typeof appends extends fc.Arbitrary<infer Value> ? Value : never;

/** Migrations rebuild from events with DIDs in the clear, as those of an erased person still have. */
const did = erasedDid("earlier");

const stored = Effect.gen(function* () {
  const sql = yield* SqlClient;
  return yield* Effect.all({
    lookups: sql`select * from tidemark.lookups order by kind, key`,
    openWrites: sql`select stream from tidemark.open_writes order by 1`,
    pendingRevocations: sql`select session_id from tidemark.pending_revocations order by 1`,
    authorizations: sql`select * from tidemark.authorizations order by authorization_id`,
    unredeemedCodes: sql`select * from tidemark.unredeemed_codes order by authorization_id`
  });
});

const compare = Effect.flatMap(StoredProjections, ({ compare }) =>
  Effect.map(
    compare(() => Effect.void),
    ({ projections }) => projections.filter(({ count }) => count > 0)
  )
);

const lose = Effect.flatMap(SqlClient, (sql) =>
  sql.unsafe(`
    delete from tidemark.lookups; delete from tidemark.open_writes; delete from tidemark.pending_revocations;
    delete from tidemark.unredeemed_codes; delete from tidemark.authorizations;
    insert into tidemark.open_writes (stream, due_at) values ('write-x', now());
    insert into tidemark.pending_revocations (session_id, enqueued_at, due_at) values ('session-x', now(), now());
    insert into tidemark.unredeemed_codes values ('auth-x', 1)`)
);

it.layer(storedProjections, { timeout: "60 seconds" })("Stored projections in PostgreSQL", (it) => {
  let run = 0;

  const appendAll = Effect.fnUntraced(function* (history: History) {
    const log = yield* EventLog;
    run += 1;
    const versions = [0, 0, 0];
    for (const { events, stream } of history) {
      const made = events.map(({ hash, id, isOwned, type }): NewEvent => {
        const own = { authorizationId: `auth_${run}_${id}`, sessionId: `session_${run}_${id}` };
        const hashed = Object.fromEntries(
          Object.keys(samples[type]).flatMap((member) => (member.endsWith("Hash") ? [[member, `${run} ${hash}`]] : []))
        );
        const named = Object.fromEntries(
          Object.entries(own).filter(([member]) => Object.hasOwn(samples[type], member))
        );
        const owner = isOwned ? { clientId: `client_${id}`, subjectDid: did } : { clientId: null, subjectDid: null };
        return knownSample(type, { ...named, ...hashed }, { ...owner, authorizationId: own.authorizationId });
      });
      yield* log.append(streamName("write", `${run}-${stream}`), versions[stream] ?? 0, made);
      versions[stream] = (versions[stream] ?? 0) + made.length;
    }
  });

  it.effect("are what a rebuild makes of the log, after any history", () =>
    Effect.gen(function* () {
      const runtime = yield* Effect.runtime<SqlClient | EventLog | StoredProjections>();
      const holds = Effect.fnUntraced(function* (history: History) {
        yield* appendAll(history);
        const { openWrites, ...before } = yield* stored;
        assert.deepStrictEqual(yield* compare, []);
        yield* lose;
        const { restore } = yield* StoredProjections;
        yield* restore(() => Effect.void);
        const rebuilt = yield* stored;
        assert.deepStrictEqual(rebuilt, { ...before, openWrites: rebuilt.openWrites });
        // A write that its PDS did not have may be open or not: a rebuild does not open it again.
        assert.includeDeepMembers([...openWrites], [...rebuilt.openWrites]);
      });
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(appends, (history) => Runtime.runPromise(runtime)(holds(history))),
          { numRuns: 15 }
        )
      );
    })
  );

  it.effect("are what migration 270 makes of a log that was written before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const { append } = yield* EventLog;
      const login: ReadonlyArray<Type> = [
        "LoginCompleted.v1",
        "CodeIssued.v1",
        "CodeExchanged.v1",
        "TokensRefreshed.v1"
      ];
      const writes: ReadonlyArray<Type> = ["WriteRequested.v1", "WriteOutcomeUnknown.v1", "RecordWritten.v1"];
      const ends: ReadonlyArray<Type> = ["SessionEstablished.v1", "SessionEnded.v1", "SessionRevokedAtPds.v1"];
      const histories = [
        ...login.map((_, length) => login.slice(0, length + 1)),
        ...login.map((_, length): ReadonlyArray<Type> => [...login.slice(0, length + 1), "AuthorizationEnded.v1"]),
        ...writes.map((_, length) => writes.slice(0, length + 1)),
        ...ends.map((_, length) => ends.slice(0, length + 1)),
        [...ends, "SessionTokensArrivedLate.v1"] satisfies ReadonlyArray<Type>
      ];
      yield* Effect.forEach(histories, (history, at) => {
        const own = { authorizationId: `before_${at}`, sessionId: `before_${at}` };
        const events = history.map((type) => {
          const named = Object.fromEntries(
            Object.entries(own).filter(([member]) => Object.hasOwn(samples[type], member))
          );
          const ended = type === "SessionEnded.v1" ? { reason: "revoked" } : {};
          const event = knownSample(
            type,
            { ...named, ...ended },
            {
              authorizationId: own.authorizationId,
              clientId: "client_1",
              subjectDid: did
            }
          );
          return { ...event, reason: typeof event.data.reason === "string" ? event.data.reason : null };
        });
        return append(streamName("write", `before-${at}`), 0, events);
      });
      // Histories that no service writes are left to the property above.
      const ofBefore = Effect.map(stored, ({ lookups: _, ...tables }) =>
        Object.values(tables).map((rows) => rows.filter((row) => JSON.stringify(row).includes("before")))
      );
      const kept = yield* ofBefore;
      assert.deepStrictEqual(
        kept.map(({ length }) => length),
        [2, 2, 4, 1]
      );
      yield* lose;
      yield* sql.withTransaction(sql.unsafe(rebuild));
      assert.deepStrictEqual(yield* ofBefore, kept);
    })
  );

  it.effect("are not changed by an append that is refused, next to others in one batch", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const { append, read, head } = yield* EventLog;
      const before = yield* head;
      const grant = (name: string, expectedVersion: number) => {
        const owner = { authorizationId: name, clientId: "client_1", subjectDid: did };
        return append(streamName("authorization", name), expectedVersion, [
          knownSample("SessionEstablished.v1"),
          knownSample("CodeExchanged.v1", { authorizationId: name, refreshHash: name }, owner)
        ]);
      };
      const outcomes = yield* Effect.all(
        [grant("batch_1", 0), grant("batch_2", 7), grant("batch_3", 0)].map((each) => Effect.either(each)),
        { concurrency: "unbounded" }
      );
      assert.deepStrictEqual(
        outcomes.map(({ _tag }) => _tag),
        ["Right", "Left", "Right"]
      );
      const events = yield* read(before, 10);
      const granted = events.filter(({ type }) => type === "CodeExchanged.v1");
      const rows = yield* sql`
        select authorization_id as id, position::int from tidemark.authorizations
        where authorization_id like 'batch_%' order by position`;
      assert.deepStrictEqual(
        rows,
        granted.map(({ authorizationId: id, position }) => ({ id, position }))
      );
      assert.lengthOf(rows, 2);
    })
  );

  it.effect("change by no trigger, and no index has types that the domain does not know as superseded", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const triggers = yield* sql<{ name: string }>`
        select tgname as name from pg_trigger where tgrelid = 'tidemark.events'::regclass and not tgisinternal
        order by name`;
      assert.deepStrictEqual(
        triggers.map(({ name }) => name),
        ["append_only", "only_archived"]
      );
      const indexes = yield* sql<{ definition: string }>`
        select indexdef as definition from pg_indexes where schemaname = 'tidemark' and indexdef like '%.v1%'`;
      const named = indexes.map(({ definition }) => definition.match(/[A-Z][A-Za-z]+\.v\d+/g) ?? []);
      assert.deepStrictEqual(named, [[...compactableTypes]]);
    })
  );
});
