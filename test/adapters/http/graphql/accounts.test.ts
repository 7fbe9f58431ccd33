import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../../src/domain/atproto/Cid.ts";
import type { Did } from "../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { DueRepositories } from "../../../../src/domain/sync/backfill/DueRepositories.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { adminCookie, bearer, graphql, graphqlServer } from "./graphqlServer.ts";

const list = `query ($text: String, $state: AccountState, $first: Int! = 50, $after: String) {
  accounts(text: $text, state: $state, first: $first, after: $after) {
    nodes { did handle pds status activeSessions signedInAt lastUsedAt }
    pageInfo { hasNextPage endCursor }
  }
}`;

const show = `query ($account: String!) {
  account(account: $account) {
    did handle status isTakenDown activeSessions skippedRecords reports openReports
    apps { clientName signIns activeSessions }
    records { collection records hidden lastIndexedAt }
    indexing { code message remedy indexedAt }
    labels { val }
  }
}`;

const remove = `mutation ($account: String!, $confirmation: String!) {
  removeAccountRecords(account: $account, confirmation: $confirmation)
}`;

const status = Nsid.make("xyz.statusphere.status");

const statusOf = (did: Did, rkey: string) => {
  const key = RecordKey.make(rkey);
  return {
    uri: atUri({ did, collection: status, rkey: key }),
    cid: Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454"),
    did,
    collection: status,
    rkey: key,
    rev: null,
    indexedAt: "2026-11-28T12:00:00.000Z",
    value: { $type: status, status: "🦋", createdAt: "2026-11-28T12:00:00.000Z" }
  };
};

/** Nothing is waiting to be indexed. */
const settled = Effect.gen(function* () {
  const due = yield* DueRepositories;
  for (;;) {
    const next = yield* due.claim(60_000);
    if (next === null) return;
    yield* due.complete(next);
  }
});

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

it.layer(graphqlServer)("accounts", (it) => {
  it.effect("are listed by the last use, found by a part of their name, and paged", () =>
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      yield* bearer(alice);
      yield* index.putActor({ did: bob.did, handle: bob.handle, pds: "https://pds.example.com" });
      const first = (yield* dataOf(list, { first: 1 })).accounts;
      assert.deepInclude(first.nodes[0], { did: alice.did, status: null, activeSessions: 1 });
      assert.match(first.nodes[0].signedInAt, /^\d{4}-/);
      const second = (yield* dataOf(list, { after: first.pageInfo.endCursor })).accounts;
      assert.deepStrictEqual(second.nodes, [
        {
          did: bob.did,
          handle: "bob.test",
          pds: "https://pds.example.com",
          status: null,
          activeSessions: 0,
          signedInAt: null,
          lastUsedAt: null
        }
      ]);
      assert.isFalse(second.pageInfo.hasNextPage);
      const found = (yield* dataOf(list, { text: "@bob.te", state: "NEVER_SIGNED_IN" })).accounts.nodes;
      assert.deepStrictEqual(
        found.map(({ did }: { did: string }) => did),
        [bob.did]
      );
    })
  );

  it.effect("show their apps, records, labels and how they are indexed", () =>
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      yield* settled;
      yield* index.putAll([statusOf(bob.did, "a"), statusOf(bob.did, "b")]);
      const { account } = yield* dataOf(show, { account: "bob.test" });
      assert.deepInclude(account, {
        did: bob.did,
        status: null,
        isTakenDown: false,
        apps: [],
        labels: [],
        reports: 0,
        openReports: 0,
        skippedRecords: 0,
        records: [{ collection: status, records: 2, hidden: 0, lastIndexedAt: "2026-11-28T12:00:00.000Z" }]
      });
      assert.deepInclude(account.indexing, { code: "never-indexed", indexedAt: null });
      yield* index.hide(bob.did, "deactivated");
      const { account: hidden } = yield* dataOf(show, { account: bob.did });
      assert.strictEqual(hidden.records[0].hidden, 2);
      assert.strictEqual(hidden.indexing.code, "hidden");
      yield* index.show(bob.did);
      const { account: signedIn } = yield* dataOf(show, { account: alice.did });
      assert.deepStrictEqual(signedIn.apps, [{ clientName: "An app", signIns: 1, activeSessions: 1 }]);
    })
  );

  it.effect("lose what is indexed of them only once their name is confirmed, with an event", () =>
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      const { errors } = yield* asAdmin(remove, { account: "bob.test", confirmation: "alice.test" });
      assert.deepInclude(Object(errors?.[0]), {
        message: "confirmation must be bob.test, the name of the account; nothing was removed."
      });
      const removed = yield* dataOf(remove, { account: "bob.test", confirmation: "bob.test" });
      assert.strictEqual(removed.removeAccountRecords, 2);
      assert.isTrue(Option.isNone(yield* index.find(statusOf(bob.did, "a").uri)));
      const { account } = yield* dataOf(show, { account: "bob.test" });
      assert.strictEqual(account.indexing.code, "removed");
      const log = yield* EventLog;
      const stream = streamName("account", yield* log.pseudonym(bob.did));
      const [event] = yield* log.load(stream);
      assert.deepInclude(event, { type: "AccountRecordsRemoved.v1", actor: { type: "admin", id: bob.did } });
      assert.deepInclude(event?.data, { records: 2 });
    })
  );

  it.effect("that nobody knows are null, and a name that is none is refused", () =>
    Effect.gen(function* () {
      const { account } = yield* dataOf(show, { account: "nobody.example.com" });
      assert.isNull(account);
      const { errors } = yield* asAdmin(show, { account: "not a name" });
      assert.strictEqual(Object(Object(errors?.[0]).extensions).code, "BAD_USER_INPUT");
    })
  );

  it.effect("are only for admins", () =>
    Effect.gen(function* () {
      for (const [query, variables] of [
        [list, {}],
        [show, { account: bob.did }],
        [remove, { account: bob.did, confirmation: bob.did }]
      ] as const) {
        const { errors } = yield* graphql(query, { path: "/admin/graphql", variables });
        assert.strictEqual(Object(Object(errors?.[0]).extensions).code, "UNAUTHENTICATED");
      }
    })
  );
});
