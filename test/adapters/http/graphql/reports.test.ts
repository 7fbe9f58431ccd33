import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { maxReportsPerHour } from "../../../../src/domain/report/reportLimits.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { adminCookie, bearer, graphql, graphqlServer } from "./graphqlServer.ts";

const create = `mutation ($subjectUri: String!, $reasonType: ReportReasonType! = SPAM, $reason: String) {
  createReport(subjectUri: $subjectUri, reasonType: $reasonType, reason: $reason) {
    id subjectUri reasonType reason status reporterDid createdAt resolvedBy resolvedAt
  }
}`;

const list = `query ($status: ReportStatus, $first: Int! = 50, $after: String, $subjectUri: String, $did: String) {
  reports(status: $status, first: $first, after: $after, subjectUri: $subjectUri, did: $did) {
    nodes { id status reason reporterDid reporterHandle resolvedBy resolvedByHandle label reportsOfSubject
      subject { uri did state message collection value references { path uri } recentRecords { uri } } }
    pageInfo { hasNextPage endCursor } totalCount
  }
}`;

const resolve = `mutation ($id: String!, $action: ReportAction!, $labelVal: String, $includeOthers: Boolean! = false) {
  resolveReport(id: $id, action: $action, labelVal: $labelVal, includeOthers: $includeOthers) {
    id status resolvedBy resolvedAt label
  }
}`;

type Variables = Readonly<Record<string, unknown>>;

const uriOf = (rkey: string) => `at://${bob.did}/dev.example.note/${rkey}`;

const asAdmin = Effect.fnUntraced(function* (query: string, variables: Variables = {}) {
  const headers = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
  return yield* graphql(query, { path: "/admin/graphql", headers, variables });
});

const listed = Effect.fnUntraced(function* (variables: Variables) {
  const { data, errors } = yield* asAdmin(list, variables);
  assert.isUndefined(errors, JSON.stringify(errors));
  return Object(data).reports;
});

const report = Effect.fnUntraced(function* (
  headers: Readonly<Record<string, string>>,
  subjectUri: string,
  more: Variables = {}
) {
  const { data, errors } = yield* graphql(create, { headers, variables: { subjectUri, ...more } });
  assert.isUndefined(errors, JSON.stringify(errors));
  return Object(data).createReport;
});

const failure = ({ errors }: { readonly errors: ReadonlyArray<unknown> | undefined }) => {
  const { extensions, message } = Object(errors?.[0]);
  return { ...Object(extensions), message };
};

it.layer(graphqlServer)("reports", (it) => {
  it.effect("are created with any valid token, once for each reporter and subject", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice, "atproto");
      const first = yield* report(headers, uriOf("one"), { reason: " They sell pills. " });
      assert.deepInclude(first, {
        subjectUri: uriOf("one"),
        reasonType: "SPAM",
        reason: "They sell pills.",
        status: "OPEN",
        reporterDid: alice.did,
        resolvedBy: null,
        resolvedAt: null
      });
      assert.deepStrictEqual(yield* report(headers, uriOf("one"), { reasonType: "RUDE" }), first);
      const other = yield* report(yield* bearer(bob, "atproto"), uriOf("one"));
      assert.notStrictEqual(other.id, first.id);
      const both = yield* listed({ subjectUri: uriOf("one") });
      assert.deepStrictEqual(
        both.nodes.map(({ id, reportsOfSubject }: Record<string, unknown>) => [id, reportsOfSubject]),
        [
          [other.id, 2],
          [first.id, 2]
        ]
      );
    })
  );

  it.effect("are created once by ten requests at a time", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      const made = yield* Effect.all(
        Array.from({ length: 10 }, () => report(headers, uriOf("raced"))),
        { concurrency: "unbounded" }
      );
      assert.strictEqual(new Set(made.map(({ id }) => id)).size, 1);
    })
  );

  it.effect("are refused with the argument, the reason and the remedy", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      const refused = (variables: Variables) => Effect.map(graphql(create, { headers, variables }), failure);
      const subject = yield* refused({ subjectUri: "alice.example.com" });
      assert.strictEqual(subject.code, "BAD_USER_INPUT");
      assert.match(subject.message, /^subjectUri is neither .*: give a DID, or at:\/\//);
      const reason = yield* refused({ subjectUri: bob.did, reason: "a".repeat(2_001) });
      assert.match(reason.message, /^reason is too long: give up to 2,000 characters/);
      const anonymous = failure(yield* graphql(create, { variables: { subjectUri: bob.did } }));
      assert.strictEqual(anonymous.code, "UNAUTHENTICATED");
    })
  );

  it.effect("are limited for each reporter", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(bob);
      const subjects = Array.from({ length: maxReportsPerHour + 1 }, (_, at) => uriOf(`many${at}`));
      const answers = yield* Effect.forEach(subjects, (subjectUri) =>
        graphql(create, { headers, variables: { subjectUri } })
      );
      const last = answers.findLast(({ errors }) => errors !== undefined);
      assert.strictEqual(failure(last ?? assert.fail()).code, "RATE_LIMITED");
      // A report that exists is no new one.
      yield* report(headers, uriOf("many0"));
      yield* TestClock.adjust("61 minutes");
      yield* report(yield* bearer(bob), uriOf("later"));
    })
  );

  it.effect("say what became of their subjects", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      yield* report(headers, uriOf("absent"));
      const [record] = (yield* listed({ subjectUri: uriOf("absent") })).nodes;
      assert.deepInclude(record.subject, {
        uri: uriOf("absent"),
        did: bob.did,
        state: "GONE",
        message: "The record is not in the index: it was deleted, or it was never indexed.",
        collection: "dev.example.note",
        value: null,
        references: []
      });
      yield* report(headers, "did:plc:nobody");
      const [account] = (yield* listed({ did: "did:plc:nobody" })).nodes;
      assert.deepInclude(account.subject, { state: "UNKNOWN", collection: null, recentRecords: [] });
    })
  );

  it.effect("are dismissed once, and the second admin learns by whom", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      const { id } = yield* report(headers, uriOf("dismissed"));
      const dismiss = asAdmin(resolve, { id, action: "DISMISS" });
      const answers = yield* Effect.all([dismiss, dismiss], { concurrency: 2 });
      const done = answers.filter(({ errors }) => errors === undefined);
      const [late] = answers.filter(({ errors }) => errors !== undefined);
      assert.lengthOf(done, 1);
      assert.deepInclude(Object(done[0]?.data).resolveReport, {
        status: "DISMISSED",
        resolvedBy: bob.did,
        label: null
      });
      const conflict = failure(late ?? assert.fail());
      assert.deepInclude(conflict, { code: "CONFLICT", status: "DISMISSED", resolvedBy: bob.did });
      assert.match(conflict.message, /^id names a report that did:\S+ already dismissed at .*: nothing was changed/);
      const { read } = yield* EventLog;
      const events = (yield* read(0, 1_000)).filter(({ data }) => data.id === id);
      assert.deepStrictEqual(
        events.map(({ actor, type }) => [type, actor.type, actor.id]),
        [
          ["ReportCreated.v1", "user", alice.did],
          ["ReportDismissed.v1", "admin", bob.did]
        ]
      );
      assert.lengthOf((yield* listed({ subjectUri: uriOf("dismissed"), status: "OPEN" })).nodes, 0);
    })
  );

  it.effect("are closed together with the others of their subject on request", () =>
    Effect.gen(function* () {
      const { id } = yield* report(yield* bearer(alice), bob.did);
      yield* report(yield* bearer(bob), bob.did);
      assert.strictEqual((yield* listed({ subjectUri: bob.did, status: "OPEN" })).totalCount, 2);
      yield* asAdmin(resolve, { id, action: "DISMISS", includeOthers: true });
      assert.strictEqual((yield* listed({ subjectUri: bob.did, status: "OPEN" })).totalCount, 0);
    })
  );

  it.effect("are resolved with a label on their subject in one transaction", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      const { id } = yield* report(headers, uriOf("labeled"));
      const unknown = yield* asAdmin(resolve, { id, action: "APPLY_LABEL", labelVal: "nonsense" });
      assert.match(failure(unknown).message, /^Unknown label: nonsense/);
      assert.strictEqual((yield* listed({ subjectUri: uriOf("labeled"), status: "OPEN" })).totalCount, 1);
      const { data } = yield* asAdmin(resolve, { id, action: "APPLY_LABEL", labelVal: "!takedown" });
      assert.deepInclude(Object(data).resolveReport, { status: "RESOLVED", resolvedBy: bob.did, label: "!takedown" });
      const labels = yield* asAdmin(`query ($uri: String) { labels(uri: $uri) { nodes { val neg } } }`, {
        uri: uriOf("labeled")
      });
      assert.deepStrictEqual(Object(labels.data).labels.nodes, [{ val: "!takedown", neg: false }]);
      const again = yield* asAdmin(resolve, { id, action: "APPLY_LABEL", labelVal: "spam" });
      assert.deepInclude(failure(again), { code: "CONFLICT", status: "RESOLVED" });
      const { read } = yield* EventLog;
      const events = (yield* read(0, 2_000)).map(({ type }) => type);
      assert.strictEqual(events.indexOf("ReportResolved.v1"), events.indexOf("LabelCreated.v1") + 1);
      yield* report(headers, `at://${bob.did}/dev.example.note/other`);
    })
  );

  it.effect("say that an account is hidden by a label", () =>
    Effect.gen(function* () {
      const carol = "did:plc:carolcarolcarolcarolcaro";
      const { id } = yield* report(yield* bearer(alice), carol);
      yield* asAdmin(resolve, { id, action: "APPLY_LABEL", labelVal: "!suspend" });
      const [found] = (yield* listed({ subjectUri: carol })).nodes;
      assert.deepInclude(found.subject, {
        state: "HIDDEN",
        message: "A label hides it from everybody but its author."
      });
    })
  );

  it.effect("cannot be closed without a label to apply, or if there is none", () =>
    Effect.gen(function* () {
      const refused = (variables: Variables) => Effect.map(asAdmin(resolve, variables), failure);
      assert.deepInclude(yield* refused({ id: "report_none", action: "DISMISS" }), { code: "NOT_FOUND" });
      assert.deepInclude(yield* refused({ id: "a b", action: "DISMISS" }), { code: "NOT_FOUND" });
      assert.match((yield* refused({ id: "report_none", action: "APPLY_LABEL" })).message, /^labelVal is missing/);
      assert.match(
        (yield* refused({ id: "report_none", action: "DISMISS", labelVal: "spam" })).message,
        /^labelVal is for APPLY_LABEL/
      );
    })
  );

  it.effect("are shown to admins only", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      for (const [query, variables] of [
        [list, {}],
        [resolve, { id: "report_none", action: "DISMISS" }]
      ] as const)
        assert.strictEqual(
          failure(yield* graphql(query, { path: "/admin/graphql", headers, variables })).code,
          "FORBIDDEN"
        );
    })
  );
});
