import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import type * as Layer from "effect/Layer";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import type { ReportStatus } from "../../src/domain/report/ReportStatus.ts";
import { everyReport, type ReportFilter, Reports } from "../../src/domain/report/Reports.ts";
import { knownSample } from "./sampleEvent.ts";

const freshDid = () => Did.make(`did:plc:${randomUUID().replaceAll("-", "").slice(0, 24)}`);

interface Made {
  readonly id: string;
  readonly reporter: Did;
  readonly subject: string;
}

const subjectOf = (subject: string) =>
  subject.startsWith("did:") ? { kind: "account", did: subject } : { kind: "record", uri: subject };

const created = ({ id, reporter, subject }: Made, createdAt: number) =>
  knownSample(
    "ReportCreated.v1",
    { id, reporter, subject: subjectOf(subject), createdAt },
    { actor: { type: "user", id: reporter } }
  );

const make = Effect.fnUntraced(function* (reporter: Did, subject: string, createdAt = 1_000) {
  const report: Made = { id: `report_${randomUUID()}`, reporter, subject };
  yield* (yield* EventLog).append(streamName("report", report.id), 0, [created(report, createdAt)]);
  return report;
});

const close = Effect.fnUntraced(function* (
  { id }: Made,
  type: "ReportResolved.v1" | "ReportDismissed.v1",
  by: Did | null
) {
  const log = yield* EventLog;
  const stream = streamName("report", id);
  const version = (yield* log.load(stream)).at(-1)?.version ?? 0;
  yield* log.append(stream, version, [knownSample(type, { id, closedBy: by, closedAt: 2_000 })]);
});

const idsOf = Effect.fnUntraced(function* (filter: Partial<ReportFilter>, before: number | null = null, limit = 100) {
  const page = yield* (yield* Reports).page({ ...everyReport, ...filter }, before, limit);
  return page.map(({ id }) => id);
});

/** What is known of the reports of users. */
export const reportsContract = <E>(name: string, layer: Layer.Layer<Reports | EventLog | Atomically, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`Reports contract: ${name}`, (it) => {
    it.effect("lists reports by status, subject and account, newest first, page by page", () =>
      Effect.gen(function* () {
        const reports = yield* Reports;
        const [alice, bob, author] = [freshDid(), freshDid(), freshDid()];
        const uri = `at://${author}/app.example.note/3k2a`;
        const first = yield* make(alice, uri);
        const second = yield* make(bob, uri);
        const third = yield* make(alice, author);
        yield* close(first, "ReportDismissed.v1", null);
        const ids = (...some: ReadonlyArray<Made>) => some.map(({ id }) => id);
        assert.deepStrictEqual(yield* idsOf({ account: author }), ids(third, second, first));
        assert.deepStrictEqual(yield* idsOf({ subject: uri }), ids(second, first));
        assert.deepStrictEqual(yield* idsOf({ subject: author }), ids(third));
        assert.deepStrictEqual(yield* idsOf({ account: author, status: "Open" }), ids(third, second));
        assert.deepStrictEqual(yield* idsOf({ account: author, status: "Dismissed" }), ids(first));
        assert.deepStrictEqual(yield* idsOf({ account: author }, null, 2), ids(third, second));
        const last = yield* reports.find(second.id);
        assert.deepStrictEqual(yield* idsOf({ account: author }, last?.position ?? 0), ids(first));
        assert.strictEqual(yield* reports.count({ ...everyReport, account: author, status: "Open" }), 2);
        assert.strictEqual((yield* idsOf({}))[0], third.id);
        assert.isNull(yield* reports.find("report_of_nobody"));
      })
    );

    it.effect("says what was reported, by whom, and who closed it how", () =>
      Effect.gen(function* () {
        const reports = yield* Reports;
        const [alice, admin, author] = [freshDid(), freshDid(), freshDid()];
        const report = yield* make(alice, author);
        const open = yield* reports.find(report.id);
        assert.deepInclude(open, {
          ...report,
          reasonType: "spam",
          statement: "The same advertisement in every thread.",
          createdAt: 1_000,
          status: { _tag: "Open" }
        });
        yield* close(report, "ReportResolved.v1", admin);
        const resolved: ReportStatus = { _tag: "Resolved", label: "spam", by: admin, at: 2_000 };
        assert.deepStrictEqual((yield* reports.find(report.id))?.status, resolved);
        yield* close(report, "ReportDismissed.v1", null);
        assert.deepStrictEqual((yield* reports.find(report.id))?.status, resolved);
      })
    );

    it.effect("counts the reports of a reporter from a time on", () =>
      Effect.gen(function* () {
        const reports = yield* Reports;
        const alice = freshDid();
        yield* make(alice, freshDid(), 1_000);
        yield* make(alice, freshDid(), 2_000);
        assert.strictEqual(yield* reports.countSince(alice, 1_000), 2);
        assert.strictEqual(yield* reports.countSince(alice, 1_001), 1);
        assert.strictEqual(yield* reports.countSince(freshDid(), 0), 0);
      })
    );

    it.effect("lets one transaction at a time report a subject for a reporter", () =>
      Effect.gen(function* () {
        const reports = yield* Reports;
        const { run } = yield* Atomically;
        const [alice, author] = [freshDid(), freshDid()];
        const reserved = yield* Deferred.make<void>();
        const go = yield* Deferred.make<void>();
        const slow = run(
          Effect.gen(function* () {
            assert.isNull(yield* reports.reserve(alice, author));
            yield* Deferred.succeed(reserved, undefined);
            yield* Deferred.await(go);
            return yield* make(alice, author);
          })
        );
        const first = yield* Effect.fork(slow);
        yield* Deferred.await(reserved);
        const second = yield* Effect.fork(run(reports.reserve(alice, author)));
        yield* Deferred.succeed(go, undefined);
        const report = yield* Fiber.join(first);
        assert.strictEqual((yield* Fiber.join(second))?.id, report.id);
      })
    );
  });
