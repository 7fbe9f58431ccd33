import { createHash } from "node:crypto";
import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as SecureRandomNode from "../../../../src/adapters/crypto/SecureRandomNode.ts";
import * as ErasureLedgerMemory from "../../../../src/adapters/memory/stores/ErasureLedgerMemory.ts";
import * as AuditTrailPostgres from "../../../../src/adapters/postgres/audit/AuditTrailPostgres.ts";
import * as AtomicallyPostgres from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import * as EventLogPostgres from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import * as SubjectsPostgres from "../../../../src/adapters/postgres/personal/SubjectsPostgres.ts";
import * as GrantedAuthorizationsPostgres from "../../../../src/adapters/postgres/projections/GrantedAuthorizationsPostgres.ts";
import * as ReportsPostgres from "../../../../src/adapters/postgres/projections/ReportsPostgres.ts";
import * as StoredProjectionsPostgres from "../../../../src/adapters/postgres/projections/StoredProjectionsPostgres.ts";
import * as RecordIndexPostgres from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import * as DeadLettersPostgres from "../../../../src/adapters/postgres/sync/DeadLettersPostgres.ts";
import { eraseRestored } from "../../../../src/application/erasure/eraseRestored.ts";
import { type Erasure, eraseSubject } from "../../../../src/application/erasure/eraseSubject.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { Handle } from "../../../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { AuditTrail } from "../../../../src/domain/audit/AuditTrail.ts";
import { EndedAuthorizations } from "../../../../src/domain/authorization/end/EndedAuthorizations.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { leafHash } from "../../../../src/domain/event/leafHash.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { ErasureLedger, LedgerUnavailable } from "../../../../src/domain/personal/ErasureLedger.ts";
import { Subjects } from "../../../../src/domain/personal/Subjects.ts";
import { StoredProjections } from "../../../../src/domain/projection/StoredProjections.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { everyReport, Reports } from "../../../../src/domain/report/Reports.ts";
import { recordOf, scalar, setOf } from "../../../contracts/recordIndexFixture.ts";
import { knownSample } from "../../../contracts/sampleEvent.ts";
import { personalTraces } from "../../../support/personalTraces.ts";
import type { Person } from "../../../support/personHistory.ts";
import { silentLogger } from "../../../support/silentLogger.ts";
import { tableTexts } from "../../../support/tableTexts.ts";
import { testCiphers } from "../../../support/testSubjectKeys.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const collection = Nsid.make("test.erasure.note");

const services = Layer.mergeAll(
  EventLogPostgres.layer,
  AtomicallyPostgres.layer,
  SubjectsPostgres.layer,
  AuditTrailPostgres.layer,
  DeadLettersPostgres.layer,
  GrantedAuthorizationsPostgres.layer,
  ReportsPostgres.layer,
  Layer.provide(StoredProjectionsPostgres.layer, EventLogPostgres.layer),
  RecordIndexPostgres.layer(),
  SecureRandomNode.layer,
  ErasureLedgerMemory.layer,
  Layer.mock(EndedAuthorizations, { awaitPosition: () => Effect.void })
).pipe(Layer.provideMerge(testCiphers), Layer.provideMerge(migratedDatabase));

const person = (name: string): Person => ({
  did: Did.make(`did:plc:${name}234567abcdefghijklmnop`),
  handle: Handle.make(`${name}.example.com`),
  secret: `what ${name} wrote`
});

const erasureOf = ({ did }: Person): Erasure => ({ did, note: "asked for", actor: { type: "operator", id: null } });

/** A login, a write, a new handle, and two records in the index. */
const live = Effect.fnUntraced(function* ({ did, handle, secret }: Person) {
  const { append, pseudonym } = yield* EventLog;
  const index = yield* RecordIndex;
  yield* index.define(setOf(collection, { text: scalar("string") }));
  const name = createHash("sha256").update(`a test of ${handle}`).digest("base64url").slice(0, 22);
  const authorizationId = `auth_${name}`;
  const who = { subjectDid: did, clientId: "client_1", authorizationId, actor: { type: "user", id: did } } as const;
  yield* append(streamName("authorization", authorizationId), 0, [
    knownSample("UpstreamLoginStarted.v1", { authorizationId, did, stateHash: `state ${name}` }, who),
    knownSample("LoginCompleted.v1", { authorizationId, did }, who),
    knownSample("CodeExchanged.v1", { authorizationId, refreshHash: `refresh ${name}` }, who)
  ]);
  const uri = `at://${did}/${collection}/r1`;
  yield* append(streamName("write", name), 0, [knownSample("WriteRequested.v1", { did, uri }, who)]);
  yield* append(streamName("account", yield* pseudonym(did)), 0, [
    knownSample("HandleChanged.v1", { did, before: null, after: handle }, { subjectDid: did })
  ]);
  const sql = yield* SqlClient;
  const labeler = `did:web:${name}`;
  yield* sql`insert into tidemark.labelers (did) values (${labeler})`;
  yield* sql`
    insert into tidemark.label_rejections (did, reason, rejected, last_at, detail, uri)
    values (${labeler}, 'unsigned', 1, 1, 'sig is missing', ${uri}),
      (${labeler}, 'signature-invalid', 1, 1, 'it was not signed', ${did})`;
  yield* index.putActor({ did, handle, pds: "https://pds.example" });
  yield* index.putAll(
    ["r1", "r2"].map((key) => recordOf(collection, key, { text: secret }, { did, rev: "3kaaaaaaaaa2a" }))
  );
  const trail = yield* AuditTrail;
  yield* trail.page({ filter: { did }, order: "newest first", after: null, upTo: null, limit: 10 });
});

/** Reports somebody else, is reported for a record and as an account, and closes a report. */
const report = Effect.fnUntraced(function* ({ did, handle, secret }: Person, other: Person) {
  const { append } = yield* EventLog;
  const facts = [
    [did, { kind: "account", did: other.did }, secret],
    [did, { kind: "account", did: other.did }, other.did],
    [other.did, { kind: "account", did }, other.secret],
    [other.did, { kind: "record", uri: `at://${did}/${collection}/r1` }, null]
  ] as const;
  yield* Effect.forEach(facts, ([reporter, subject, statement], at) => {
    const id = `report_${createHash("sha256").update(`a test of ${handle}`).digest("base64url").slice(0, 21)}${at}`;
    const created = knownSample(
      "ReportCreated.v1",
      { id, reporter, subject, statement },
      { actor: { type: "user", id: reporter } }
    );
    const actor = { type: "admin", id: did } as const;
    const dismissed = knownSample("ReportDismissed.v1", { id, closedBy: did }, { actor });
    return append(streamName("report", id), 0, [created, dismissed]);
  });
});

const dump = Effect.map(tableTexts, (texts) => texts.join("\n"));

const found = (all: string, { did, handle, secret }: Person): ReadonlyArray<string> =>
  personalTraces(all, [did, handle, secret]);

const ledgerOf = (commitments: ReadonlyArray<string>) =>
  Layer.succeed(ErasureLedger, { commitments: Effect.succeed(commitments), add: () => Effect.void });

it.layer(services, { timeout: "120 seconds" })("erasing a person", (it) => {
  it.effect("leaves nothing of theirs in any table, everything of others, and every leaf", () =>
    Effect.gen(function* () {
      const { read } = yield* EventLog;
      const [gone, stays] = [person("gone"), person("stays")];
      yield* live(gone);
      yield* live(stays);
      yield* report(gone, stays);
      assert.includeMembers([...found(yield* dump, gone)], [gone.did, gone.handle, gone.secret]);
      const before = yield* read(0, 1_000);
      const others = found(yield* dump, stays);
      const erased = yield* eraseSubject(erasureOf(gone));
      assert.deepStrictEqual(erased.records, 2);
      const after = yield* dump;
      assert.deepStrictEqual(found(after, gone), []);
      assert.deepStrictEqual(found(after, stays), others);
      const events = yield* read(0, 1_000);
      for (const event of events) assert.strictEqual(leafHash(event), event.leafHash);
      assert.deepStrictEqual(
        events.slice(0, before.length).map((event) => event.leafHash),
        before.map((event) => event.leafHash)
      );
      assert.deepStrictEqual(found(JSON.stringify(events), gone), []);
      assert.strictEqual(events.at(-1)?.type, "SubjectErased.v1");
    })
  );

  it.effect("leaves reports without the person, as a rebuild makes them", () =>
    Effect.gen(function* () {
      const reports = yield* Reports;
      const [gone, stays] = [person("reported"), person("reporter")];
      yield* live(gone);
      yield* report(gone, stays);
      const before = yield* reports.page(everyReport, null, 4);
      yield* eraseSubject(erasureOf(gone));
      const after = yield* reports.page(everyReport, null, 4);
      const [reportedRecord, reportedAccount, other, mine] = after;
      assert.deepStrictEqual(
        after.map(({ id, status }) => [id, status._tag]),
        before.map(({ id, status }) => [id, status._tag])
      );
      const erased = mine?.reporter ?? "";
      assert.match(erased, /^did:erased:/);
      assert.deepInclude(mine, { subject: stays.did, statement: "[erased]" });
      assert.deepInclude(other, { subject: stays.did, statement: "[erased]" });
      assert.deepInclude(reportedAccount, { reporter: stays.did, subject: erased, statement: stays.secret });
      assert.deepInclude(reportedRecord, {
        reporter: stays.did,
        subject: `at://${erased}/invalid.erased.record/erased`,
        statement: null
      });
      const { projections } = yield* (yield* StoredProjections).compare(() => Effect.void);
      assert.deepStrictEqual(
        projections.filter(({ projection }) => projection === "reports").map(({ count }) => count),
        [0]
      );
    })
  );

  it.effect.each(["the records", "the key"])(
    "changes nothing when it ends after %s, and completes when repeated",
    (step) =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const subjects = yield* Subjects;
        const log = yield* EventLog;
        const one = person(step === "the key" ? "afterkey" : "afterrecords");
        yield* live(one);
        const killed = Effect.die(new Error("killed"));
        const dying = erasureOf(one);
        const ended =
          step === "the records"
            ? yield* Effect.exit(
                Effect.provideService(eraseSubject(dying), Subjects, { ...subjects, erase: () => killed })
              )
            : yield* Effect.exit(
                Effect.provideService(eraseSubject(dying), EventLog, {
                  ...log,
                  append: (stream, version, events) =>
                    stream.startsWith("erasure-") ? killed : log.append(stream, version, events)
                })
              );
        assert.isTrue(Exit.isFailure(ended));
        assert.isTrue(Option.isSome(yield* subjects.find(one.did)));
        assert.lengthOf(yield* index.list({ did: one.did, collection, from: null, upTo: null }, 10), 2);
        yield* eraseSubject(erasureOf(one));
        assert.deepStrictEqual(found(yield* dump, one), []);
      })
  );

  it.effect("is repeated for whom a restored backup brings back, and not for who signed in anew", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const subjects = yield* Subjects;
      const { pseudonym } = yield* EventLog;
      const [restored, returned] = [person("restored"), person("returned")];
      yield* live(restored);
      yield* live(returned);
      const { commitment } = Option.getOrThrow(yield* subjects.find(restored.did));
      const again = Option.getOrThrow(yield* subjects.find(returned.did)).commitment;
      yield* sql`create table public.backup as select * from tidemark.subjects where did = ${restored.did}`;
      for (const one of [restored, returned]) yield* eraseSubject(erasureOf(one));
      yield* sql`insert into tidemark.subjects select * from public.backup`;
      yield* sql`drop table public.backup`;
      yield* pseudonym(returned.did);
      assert.strictEqual(yield* Effect.provide(eraseRestored, ledgerOf([commitment, again])), 1);
      assert.deepStrictEqual(found(yield* dump, restored), []);
      assert.isTrue(Option.isSome(yield* subjects.find(returned.did)));
    })
  );

  it.effect("is in the ledger when it returns, and completes without one that can be written", () =>
    Effect.gen(function* () {
      const ledger = yield* ErasureLedger;
      const subjects = yield* Subjects;
      const [noted, unnoted] = [person("noted"), person("unnoted")];
      yield* live(noted);
      yield* live(unnoted);
      const { commitment } = Option.getOrThrow(yield* subjects.find(noted.did));
      yield* eraseSubject(erasureOf(noted));
      assert.include([...(yield* ledger.commitments)], commitment);
      const full = new LedgerUnavailable({ path: "/data/erasures", cause: new Error("no space left on device") });
      const broken = { commitments: Effect.fail(full), add: () => Effect.fail(full) };
      yield* eraseSubject(erasureOf(unnoted)).pipe(
        Effect.provideService(ErasureLedger, broken),
        Effect.provide(silentLogger)
      );
      assert.deepStrictEqual(found(yield* dump, unnoted), []);
    })
  );

  it.effect("is refused by nothing that was prepared with the key of before: the events get a new one", () =>
    Effect.gen(function* () {
      const { append, load } = yield* EventLog;
      const one = person("racing");
      yield* live(one);
      const sql = yield* SqlClient;
      // Another process erases the person: this one still has the key in its cache.
      yield* sql`delete from tidemark.subjects where did = ${one.did}`;
      const stream = streamName("write", "racing");
      yield* append(stream, 0, [knownSample("AccountShown.v1", { did: one.did }, { subjectDid: one.did })]);
      assert.strictEqual((yield* load(stream))[0]?.subjectDid, one.did);
    })
  );
});
