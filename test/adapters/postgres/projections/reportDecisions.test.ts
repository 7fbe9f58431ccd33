import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as SecureRandomNode from "../../../../src/adapters/crypto/SecureRandomNode.ts";
import { PublicUrl } from "../../../../src/application/instance/PublicUrl.ts";
import { createReport } from "../../../../src/application/reports/createReport.ts";
import { resolveReport } from "../../../../src/application/reports/resolveReport.ts";
import type { Viewer } from "../../../../src/application/token/Viewer.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { LabelStore } from "../../../../src/domain/label/LabelStore.ts";
import { StoredProjections } from "../../../../src/domain/projection/StoredProjections.ts";
import type { ReportAction } from "../../../../src/domain/report/Report.ts";
import { everyReport, Reports } from "../../../../src/domain/report/Reports.ts";
import { knownScope } from "../../../../src/domain/scope/Scope.ts";
import { storage } from "../../../../src/main/storage.ts";
import { database, TestDatabase } from "../../../support/TestDatabase.ts";
import { testSecrets } from "../../../support/testSubjectKeys.ts";
import { withLog } from "../../../support/withLog.ts";

/** The stores of a running service, which acts as the role of the application. */
const services = Layer.mergeAll(
  SecureRandomNode.layer,
  Layer.succeed(PublicUrl, "https://tidemark.example"),
  Layer.unwrapEffect(
    Effect.map(TestDatabase, ({ url }) =>
      storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "service" })
    )
  )
).pipe(Layer.provideMerge(database));

const viewer = (name: string): Viewer => ({
  did: Did.make(`did:plc:${name}`),
  clientId: "client_1",
  authorizationId: `auth_${name}`,
  scope: knownScope("atproto")
});

const [alice, bob, carol] = [viewer("alice"), viewer("bob"), viewer("carol")];

const report = (by: Viewer, subjectUri: string) =>
  createReport(by, { subjectUri, reasonType: "spam", statement: `what ${by.did} wrote` });

const decide = (by: Viewer, id: string, action: ReportAction, includesOthers = false) =>
  resolveReport({ id, action, includesOthers }, { by: by.did, actor: { type: "admin", id: by.did } });

const labelsOf = (uri: string) =>
  Effect.flatMap(LabelStore, (store) => store.list({ uri, val: null, src: null }, null, 10));

const dismissed: ReportAction = { _tag: "Dismiss" };
const spam: ReportAction = { _tag: "ApplyLabel", label: "spam" };

layer(services, { timeout: "120 seconds", excludeTestServices: true })("reports in PostgreSQL", (it) => {
  it.effect("are created once by many requests at once", () =>
    Effect.gen(function* () {
      const made = yield* Effect.all(
        Array.from({ length: 12 }, (_, at) => report(at % 2 === 0 ? alice : bob, "did:plc:often")),
        { concurrency: "unbounded" }
      );
      assert.strictEqual(new Set(made.map(({ id }) => id)).size, 2);
      assert.strictEqual(yield* (yield* Reports).count({ ...everyReport, subject: "did:plc:often" }), 2);
    })
  );

  it.effect("are closed by one of many admins, and all others learn by whom", () =>
    Effect.gen(function* () {
      const { id } = yield* report(alice, "at://did:plc:often/app.example.note/raced");
      const outcomes = yield* Effect.all(
        [alice, bob, carol].flatMap((by) => [decide(by, id, spam), decide(by, id, dismissed)]).map(Effect.either),
        { concurrency: "unbounded" }
      );
      const found = yield* (yield* Reports).find(id);
      const status = found?.status ?? assert.fail();
      if (status._tag === "Open") assert.fail();
      assert.lengthOf(outcomes.filter(Either.isRight), 1);
      for (const outcome of outcomes.filter(Either.isLeft))
        assert.deepInclude(outcome.left, { _tag: "ReportClosed", status: status._tag, by: status.by });
      const labels = yield* labelsOf("at://did:plc:often/app.example.note/raced");
      assert.lengthOf(labels, status._tag === "Resolved" ? 1 : 0);
    })
  );

  it.effect("are closed together with their label, or not at all", () =>
    Effect.gen(function* () {
      const uri = "at://did:plc:often/app.example.note/atomic";
      const log = yield* EventLog;
      const store = yield* LabelStore;
      const first = yield* report(alice, uri);
      const second = yield* report(bob, uri);
      const before = yield* log.head;
      const killed = Effect.die(new Error("killed"));
      const broken = { ...store, put: () => killed };
      const exit = yield* Effect.exit(Effect.provideService(decide(carol, first.id, spam, true), LabelStore, broken));
      assert.isTrue(Exit.isFailure(exit));
      const unappended: EventLog["Type"] = {
        ...log,
        append: (stream, version, events) =>
          stream.startsWith("report-") ? killed : log.append(stream, version, events)
      };
      const late = yield* Effect.exit(
        Effect.provide(decide(carol, first.id, spam, true), withLog(Layer.succeed(EventLog, unappended)))
      );
      assert.isTrue(Exit.isFailure(late));
      assert.strictEqual(yield* log.head, before);
      assert.deepStrictEqual(yield* labelsOf(uri), []);
      assert.strictEqual(yield* decide(carol, first.id, spam, true), 2);
      assert.lengthOf(yield* labelsOf(uri), 1);
      const reports = yield* Reports;
      assert.strictEqual((yield* reports.find(second.id))?.status._tag, "Resolved");
      const types = (yield* log.read(before, 10)).map(({ type }) => type);
      assert.deepStrictEqual(types, ["LabelCreated.v1", "ReportResolved.v1", "ReportResolved.v1"]);
    })
  );

  it.effect("follow from the log", () =>
    Effect.gen(function* () {
      const { projections } = yield* (yield* StoredProjections).rebuild(() => Effect.void);
      const [compared] = projections.filter(({ projection }) => projection === "reports");
      assert.deepInclude(compared, { count: 0, rows: 5 });
    })
  );
});
