import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as TestClock from "effect/TestClock";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import { type DeadLetter, DeadLetters } from "../../../../src/domain/sync/DeadLetters.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { adminCookie, graphql, graphqlServer } from "./graphqlServer.ts";

const asAdmin = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  Effect.gen(function* () {
    const headers = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
    return yield* graphql(query, { path: "/admin/graphql", headers, variables });
  });

const dataOf = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  Effect.map(asAdmin(query, variables), ({ data, errors }) => {
    assert.isUndefined(errors, JSON.stringify(errors));
    return Object(data);
  });

const list = `query ($first: Int! = 50, $after: String, $where: DeadLetterFilter) {
  deadLetters(first: $first, after: $after, where: $where) {
    nodes { id source did handle collection uri cid rev reason message value bytes receivedAt }
    pageInfo { hasNextPage endCursor } totalCount
  }
}`;

const letterOf = (changes: Partial<DeadLetter>): DeadLetter => ({
  source: "firehose",
  did: alice.did,
  collection: "dev.example.note",
  uri: null,
  cid: null,
  rev: "3l2zpbbhyxs2b",
  reason: "invalid",
  detail: "text must be a string.",
  value: { text: 1 },
  bytes: null,
  receivedAt: Date.parse("2026-11-28T12:00:00Z"),
  ...changes
});

const refusals: ReadonlyArray<readonly [query: string, message: string]> = [
  [`mutation { backfillActor(actor: "nobody") { id } }`, "nobody is not an account: give a handle such as"],
  [`mutation { backfillActor(actor: "nobody.test") { id } }`, "nobody.test cannot be resolved. No account has"],
  [`mutation { backfillCollection(collection: "a.b.c") { id } }`, "a.b.c is not a collection in use: import its"],
  [`mutation { cancelBackfill(id: "999") { id } }`, "There is no backfill 999."]
];

it.layer(graphqlServer)("the admin API for live sync", (it) => {
  it.effect("says that live sync is off", () =>
    Effect.gen(function* () {
      const { syncStatus } = yield* dataOf(`{ syncStatus { source address state connected cursor cursorTime lagSeconds
        eventsPerSecond lastEventAt lastError reposKnown reposDesynchronised deadLetters minutes { at } collections { collection } } }`);
      assert.deepStrictEqual(
        { ...syncStatus },
        {
          source: "off",
          address: null,
          state: "OFF",
          connected: false,
          cursor: null,
          cursorTime: null,
          lagSeconds: null,
          eventsPerSecond: 0,
          lastEventAt: null,
          lastError: null,
          reposKnown: 0,
          reposDesynchronised: 0,
          deadLetters: 0,
          minutes: [],
          collections: []
        }
      );
    })
  );

  it.effect("lists dead letters newest first, page by page and filtered, and drops those that match", () =>
    Effect.gen(function* () {
      const { add } = yield* DeadLetters;
      yield* add([
        letterOf({ uri: `at://${alice.did}/dev.example.note/a` }),
        letterOf({
          did: bob.did,
          uri: `at://${bob.did}/dev.example.note/b`,
          reason: "float",
          detail: null,
          value: null
        })
      ]);
      const unreadable = { did: null, collection: null, rev: null, value: null, bytes: new Uint8Array([1, 2, 3]) };
      yield* add([letterOf({ ...unreadable, reason: "undecodable", detail: "The frame is truncated." })]);
      const { deadLetters: first } = yield* dataOf(list, { first: 2 });
      assert.deepInclude(first.nodes[0], {
        did: null,
        reason: "undecodable",
        message: "It cannot be read: The frame is truncated.",
        bytes: "AQID"
      });
      assert.strictEqual(
        first.nodes[1].message,
        "It has a floating-point number, which the data model does not allow."
      );
      assert.deepStrictEqual([first.totalCount, first.pageInfo.hasNextPage], [3, true]);
      const { deadLetters: rest } = yield* dataOf(list, { after: first.pageInfo.endCursor });
      assert.deepInclude(rest.nodes[0], {
        uri: `at://${alice.did}/dev.example.note/a`,
        message: "It is not valid by its Lexicon: text must be a string.",
        receivedAt: "2026-11-28T12:00:00.000Z"
      });
      assert.deepStrictEqual({ ...rest.nodes[0].value }, { text: 1 });
      const { deadLetters: ofBob } = yield* dataOf(list, { where: { did: bob.did, reason: "float" } });
      assert.deepStrictEqual([ofBob.nodes.length, ofBob.totalCount], [1, 1]);
      const drop = "mutation ($where: DeadLetterFilter!) { dropDeadLetters(where: $where) }";
      assert.deepInclude(yield* dataOf(drop, { where: { ids: [rest.nodes[0].id] } }), { dropDeadLetters: 1 });
      assert.deepInclude(yield* dataOf(drop, { where: {} }), { dropDeadLetters: 2 });
      assert.deepInclude(yield* dataOf(drop, { where: {} }), { dropDeadLetters: 0 });
      const log = yield* EventLog;
      const events = (yield* log.read(0, 10_000)).filter(({ type }) => type === "DeadLettersDropped.v1");
      assert.deepStrictEqual(
        events.map(({ actor, data }) => [actor.type, data.dropped]),
        [
          ["admin", 1],
          ["admin", 2]
        ]
      );
    })
  );

  it.effect("tries dead letters again", () =>
    Effect.gen(function* () {
      const { add } = yield* DeadLetters;
      const collection = "xyz.statusphere.status";
      const uri = `at://${alice.did}/${collection}/3l2zpbbhyxs2b`;
      const value = { $type: collection, status: "🦭", createdAt: "2026-11-28T12:00:00Z" };
      const cid = Either.getOrThrow(recordCid(value));
      yield* add([letterOf({ uri, collection, cid, value, detail: "status was required to be a number." })]);
      const { retryDeadLetters } = yield* dataOf(
        `mutation { retryDeadLetters(where: { collection: "${collection}" }) { tried indexed gone } }`
      );
      assert.deepStrictEqual({ ...retryDeadLetters }, { tried: 1, indexed: 1, gone: 0 });
    })
  );

  it.effect("starts backfills, lists them with their progress, and cancels them", () =>
    Effect.gen(function* () {
      const { backfillActor } = yield* dataOf(
        `mutation { backfillActor(actor: "${alice.handle}") { id kind dids state isListed repositories processed } }`
      );
      assert.deepInclude(
        { ...backfillActor },
        { kind: "ACTOR", dids: [alice.did], state: "RUNNING", isListed: true, repositories: 1, processed: 0 }
      );
      const { backfillCollection } = yield* dataOf(
        `mutation { backfillCollection(collection: "xyz.statusphere.status") { kind collection secondsLeft } }`
      );
      assert.deepStrictEqual(
        { ...backfillCollection },
        { kind: "COLLECTION", collection: "xyz.statusphere.status", secondsLeft: null }
      );
      const { backfillAll } = yield* dataOf("mutation { backfillAll { id kind } }");
      assert.strictEqual(backfillAll.kind, "ALL");
      const cancel = "mutation ($id: String!) { cancelBackfill(id: $id) { id state endedAt } }";
      const { cancelBackfill } = yield* dataOf(cancel, { id: backfillAll.id });
      assert.deepInclude({ ...cancelBackfill }, { id: backfillAll.id, state: "CANCELLED" });
      const { backfills } = yield* dataOf("{ backfills { kind state } }");
      assert.deepStrictEqual(
        backfills.map((each: unknown) => ({ ...Object(each) })),
        [
          { kind: "ALL", state: "CANCELLED" },
          { kind: "COLLECTION", state: "RUNNING" },
          { kind: "ACTOR", state: "RUNNING" }
        ]
      );
      const again = yield* asAdmin(cancel, { id: backfillAll.id });
      assert.strictEqual(Object(again.errors?.[0]).message, `The backfill ${backfillAll.id} has ended already.`);
    })
  );

  it.effect("explains why a record is missing", () =>
    Effect.gen(function* () {
      // After the revisions of the in-memory PDS, so that they are not in the future.
      yield* TestClock.setTime(Date.parse("2026-11-28T12:00:00Z"));
      const query = "query ($uri: String!) { explainRecord(uri: $uri) { uri reason message remedy } }";
      const { explainRecord } = yield* dataOf(query, { uri: `at://${alice.handle}/xyz.statusphere.status/none` });
      assert.deepInclude(
        { ...explainRecord },
        { uri: `at://${alice.did}/xyz.statusphere.status/none`, reason: "not-at-the-pds" }
      );
      assert.include(explainRecord.message, "has no such record at the revision");
      const { errors } = yield* asAdmin(query, { uri: "nonsense" });
      assert.include(Object(errors?.[0]).message, "uri is not the AT URI of a record");
    })
  );

  it.effect.each(refusals)("refuses %s", ([query, message]) =>
    Effect.gen(function* () {
      const { errors } = yield* asAdmin(query);
      assert.include(Object(errors?.[0]).message, message);
    })
  );

  it.effect.each([
    [{ reason: "wrong" }, "where.reason must be one of invalid, undecodable, "],
    [{ ids: ["x"] }, "where.ids has a text that is not the id of a dead letter."]
  ])("names what is wrong with the filter %j", ([where, message]) =>
    Effect.gen(function* () {
      const { errors } = yield* asAdmin(list, { where });
      assert.include(Object(errors?.[0]).message, message);
    })
  );

  it.effect.each(["{ syncStatus { source } }", "{ deadLetters { totalCount } }", "{ backfills { id } }"])(
    "is only for admins: %s",
    (query) =>
      Effect.gen(function* () {
        const { errors } = yield* graphql(query, { path: "/admin/graphql" });
        assert.strictEqual(Object(Object(errors?.[0]).extensions).code, "UNAUTHENTICATED");
      })
  );
});
