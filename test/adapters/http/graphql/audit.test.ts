import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { versionOf } from "../../../../src/domain/event/compaction.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { sampleEvent } from "../../../contracts/sampleEvent.ts";
import samples from "../../../domain/event/samples.json" with { type: "json" };
import { archivedFile, archiveWrite } from "../../../support/archiveWrite.ts";
import { alice } from "../../../support/memoryService.ts";
import { adminBearer, adminCookie, bearer, graphql, graphqlServerOfBob } from "./graphqlServer.ts";

const path = "/admin/graphql";

/** Asks as bob, who is an admin. */
const admin = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  Effect.flatMap(adminBearer, (headers) => graphql(query, { path, headers, variables }));

const dataOf = (reply: { readonly data: unknown; readonly errors: unknown }) => {
  assert.isUndefined(reply.errors, JSON.stringify(reply.errors));
  return Object(reply.data);
};

const firstError = ({ errors }: { readonly errors: ReadonlyArray<unknown> | undefined }) => {
  const { extensions, message } = Object(errors?.[0]);
  return { message, code: Object(extensions).code, argument: Object(extensions).argument };
};

const eventsOf = (where: Readonly<Record<string, unknown>>, more = "") =>
  admin(
    `query ($where: AuditFilter) { auditEvents(where: $where${more}) {
      nodes { position type sentence explanation handle actorHandle clientName authorizationId outcome uri data }
      edges { cursor } pageInfo { hasNextPage endCursor } totalCount } }`,
    { where }
  );

/** The authorization that alice granted last. */
const lastAuthorization = Effect.gen(function* () {
  const found = dataOf(yield* eventsOf({ types: ["CodeExchanged.v1"], did: alice.did }));
  return String(found.auditEvents.nodes[0].authorizationId);
});

const appendTo = (stream: string, count: number, event: Parameters<typeof sampleEvent>[0]) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const name = streamName("write", stream);
    const version = versionOf(yield* log.load(name));
    yield* log.append(
      name,
      version,
      Array.from({ length: count }, () =>
        sampleEvent({ type: "SetupTokenUsed.v1", data: samples["SetupTokenUsed.v1"], ...event })
      )
    );
  });

it.layer(graphqlServerOfBob)("the history in GraphQL", (it) => {
  it.effect("describes a login in plain language, newest first, with names", () =>
    Effect.gen(function* () {
      yield* bearer(alice);
      const { auditEvents } = dataOf(yield* eventsOf({ did: alice.did }));
      const types: ReadonlyArray<string> = auditEvents.nodes.map(({ type }: { type: string }) => type);
      assert.include(types, "LoginCompleted.v1");
      assert.isBelow(types.indexOf("CodeExchanged.v1"), types.indexOf("LoginCompleted.v1"));
      const login = auditEvents.nodes.find(({ type }: { type: string }) => type === "LoginCompleted.v1");
      assert.include(login.sentence, `${alice.did} signed in`);
      assert.deepInclude(login, { handle: "alice.test", explanation: null, outcome: "SUCCESS" });
      assert.isString(login.clientName);
      assert.strictEqual(auditEvents.totalCount, types.length);
      const byHandle = dataOf(yield* eventsOf({ did: "Alice.test", types: ["LoginCompleted.v1"] }));
      assert.strictEqual(byHandle.auditEvents.nodes[0].position, login.position);
    })
  );

  it.effect("is paginated without omitting or repeating an event", () =>
    Effect.gen(function* () {
      yield* appendTo(randomUUID(), 7, { clientId: "client_walked" });
      const visited: Array<number> = [];
      let after: string | null = null;
      do {
        const {
          auditEvents
        }: {
          auditEvents: { nodes: Array<{ position: number }>; pageInfo: { hasNextPage: boolean; endCursor: string } };
        } = dataOf(
          yield* eventsOf({ clientId: "client_walked" }, `, first: 3${after === null ? "" : `, after: "${after}"`}`)
        );
        visited.push(...auditEvents.nodes.map(({ position }) => position));
        after = auditEvents.pageInfo.hasNextPage ? auditEvents.pageInfo.endCursor : null;
        yield* appendTo(randomUUID(), 1, { clientId: "client_walked" });
      } while (after !== null);
      assert.strictEqual(visited.length, 7);
      assert.deepStrictEqual(
        visited,
        [...new Set(visited)].toSorted((a, b) => b - a)
      );
    })
  );

  it.effect("shows an authorization from its request to its end, with every step explained", () =>
    Effect.gen(function* () {
      yield* bearer(alice);
      const authorizationId = yield* lastAuthorization;
      const document = `query ($id: String!) { auditTimeline(authorizationId: $id) {
        authorizationId did handle clientName scope state endReason endMessage
        steps { nodes { type sentence stream } pageInfo { hasNextPage } } } }`;
      const { auditTimeline } = dataOf(yield* admin(document, { id: authorizationId }));
      assert.deepInclude(auditTimeline, {
        authorizationId,
        did: alice.did,
        handle: "alice.test",
        state: "active",
        endReason: null,
        scope: "atproto transition:generic"
      });
      const steps: ReadonlyArray<{ type: string; stream: string }> = auditTimeline.steps.nodes;
      const types = steps.map(({ type }) => type);
      assert.strictEqual(types[0], "AuthorizationRequested.v1");
      assert.includeMembers(types, [
        "UpstreamLoginStarted.v1",
        "LoginCompleted.v1",
        "SessionEstablished.v1",
        "CodeExchanged.v1"
      ]);
      assert.isNull(dataOf(yield* admin(document, { id: "auth_nobody" })).auditTimeline);
      assert.strictEqual(firstError(yield* admin(document, { id: "a\u0000" })).argument, "authorizationId");
    })
  );

  it.effect("shows who wrote a record through which client, by the DID or the handle of its author", () =>
    Effect.gen(function* () {
      yield* bearer(alice);
      const { uri } = samples["WriteRejected.v1"];
      yield* appendTo(randomUUID(), 1, { type: "WriteRequested.v1", data: samples["WriteRequested.v1"] });
      const rejected = { type: "WriteRejected.v1", data: samples["WriteRejected.v1"], reason: "swap-mismatch" };
      yield* appendTo(randomUUID(), 1, { ...rejected, outcome: "failure" });
      const document = `query ($uri: String!) { auditRecord(uri: $uri) { nodes { uri sentence explanation } totalCount } }`;
      for (const named of [uri, uri.replace(alice.did, "alice.test")]) {
        const { auditRecord } = dataOf(yield* admin(document, { uri: named }));
        assert.strictEqual(auditRecord.totalCount, 2);
        assert.deepStrictEqual(auditRecord.nodes, [
          { uri, sentence: `The app requested to create ${uri}.`, explanation: null },
          {
            uri,
            sentence: `Nothing was written at ${uri}.`,
            explanation: "The record or the repository was changed in the meantime."
          }
        ]);
      }
      const unknown = firstError(yield* admin(document, { uri: uri.replace(alice.did, "nobody.test") }));
      assert.strictEqual(unknown.code, "BAD_USER_INPUT");
      assert.match(unknown.message, /^uri names nobody.test, a handle that is not known here/);
      assert.strictEqual(firstError(yield* admin(document, { uri: "https://example.com" })).argument, "uri");
    })
  );

  it.effect("returns one event by its position, and describes all event types", () =>
    Effect.gen(function* () {
      const document = "query ($at: Int!) { auditEvent(position: $at) { position fault } }";
      assert.deepStrictEqual(dataOf(yield* admin(document, { at: 1 })).auditEvent, { position: 1, fault: null });
      for (const at of [0, -1, 2_147_483_647]) assert.isNull(dataOf(yield* admin(document, { at })).auditEvent);
      const { auditEventTypes } = dataOf(yield* admin("{ auditEventTypes { type sentence group isFailure } }"));
      assert.deepInclude(auditEventTypes, {
        type: "LoginFailed.v1",
        sentence: "A sign-in failed.",
        group: "sign-in",
        isFailure: true
      });
    })
  );

  it.effect("refuses invalid arguments by name", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, string, string?]> = [
        [{ did: "did:plc:\u0000" }, "did"],
        [{ did: "nobody.test" }, "did"],
        [{ clientId: "x".repeat(300_000) }, "clientId"],
        [{ types: ["Nothing.v1"] }, "types"],
        [{ since: "someday" }, "since"],
        [{ until: "2026-02-30T00:00:00Z" }, "until"],
        [{}, "first", ", first: 0"],
        [{}, "first", ", first: 201"],
        [{}, "after", ', after: "one"']
      ];
      for (const [where, argument, more] of cases) {
        const { argument: named, code, message } = firstError(yield* eventsOf(where, more));
        assert.deepStrictEqual([named, code], [argument, "BAD_USER_INPUT"]);
        assert.match(message, new RegExp(`^${argument} `));
        assert.isBelow(message.length, 300);
      }
    })
  );

  it.effect("limits the pages that one document can request", () =>
    Effect.gen(function* () {
      const many = (count: number) =>
        `{ ${Array.from({ length: count }, (_, n) => `a${n}: auditEvents(first: 200) { nodes { data } }`).join(" ")} }`;
      assert.isUndefined((yield* admin(many(5))).errors);
      const refused = firstError(yield* admin(many(6)));
      assert.deepInclude(refused, { code: "BAD_USER_INPUT", argument: "first" });
    })
  );

  it.effect("counts what the instance stores and does", () =>
    Effect.gen(function* () {
      yield* bearer(alice);
      const { activity, statistics } = dataOf(
        yield* admin(`{ statistics { records actors clients activeAuthorizations events lexicons collections { id records } }
          activity(range: HOUR) { from to bucketSeconds buckets { at logins refreshes writes failures other } } }`)
      );
      assert.isAbove(statistics.events, 10);
      assert.isAbove(statistics.actors, 0);
      assert.isAbove(statistics.activeAuthorizations, 0);
      assert.isAbove(statistics.clients, 0);
      assert.isAbove(statistics.lexicons, 2);
      assert.deepInclude(statistics.collections, { id: "xyz.statusphere.status", records: 0 });
      assert.strictEqual(activity.buckets.length, 60);
      const sum = (kind: string) =>
        activity.buckets.reduce((all: number, bucket: Record<string, number>) => all + (bucket[kind] ?? 0), 0);
      assert.isAbove(sum("logins"), 0);
      const all = ["logins", "refreshes", "writes", "failures", "other"].map(sum);
      const total = all.reduce((a, b) => a + b, 0);
      assert.isAtLeast(total, statistics.events);
    })
  );

  it.effect("says which archive has an archived event, and does not show the next event in its place", () =>
    Effect.gen(function* () {
      const { first, namedAt } = yield* archiveWrite;
      const document = `query ($at: Int!) {
        auditEvent(position: $at) { position }
        auditArchivedEvent(position: $at) { position stream version leafHash class file namedAt } }`;
      const { leafHash, position, stream } = first;
      assert.deepStrictEqual(dataOf(yield* admin(document, { at: position })), {
        auditEvent: null,
        auditArchivedEvent: { position, stream, version: 1, leafHash, class: "writes", file: archivedFile, namedAt }
      });
      for (const at of [0, 1, namedAt, 2_147_483_647])
        assert.isNull(dataOf(yield* admin(document, { at })).auditArchivedEvent);
    })
  );

  it.effect("is only for admins", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      const fields = [
        "statistics { events }",
        "activity { bucketSeconds }",
        "auditEvents { nodes { id } }",
        "auditEvent(position: 1) { id }",
        "auditArchivedEvent(position: 1) { file }",
        'auditTimeline(authorizationId: "a") { did }',
        `auditRecord(uri: "at://${alice.did}/a.b.c/d") { nodes { id } }`,
        "auditEventTypes { type }"
      ];
      for (const headers of [{}, { ...cookie, "sec-fetch-site": "cross-site" }, yield* bearer(alice)])
        for (const field of fields) {
          const { code } = firstError(yield* graphql(`{ ${field} }`, { path, headers }));
          assert.include(["UNAUTHENTICATED", "FORBIDDEN"], code, field);
        }
    })
  );
});

it.layer(graphqlServerOfBob)("an event of a newer version in the history", (it) => {
  it.effect("is shown unprocessed, and hides no other event", () =>
    Effect.gen(function* () {
      const headers = yield* adminBearer;
      yield* appendTo(randomUUID(), 1, {
        type: "FromTheFuture.v7",
        outcome: "failure",
        reason: "new",
        data: { a: [1] }
      });
      const document =
        "{ auditEvents(first: 2) { nodes { type sentence explanation data } } activity { bucketSeconds } }";
      const [newest, before] = dataOf(yield* graphql(document, { path, headers })).auditEvents.nodes;
      assert.deepStrictEqual(newest, {
        type: "FromTheFuture.v7",
        sentence: "An event of the type FromTheFuture.v7, which this version of the service does not know.",
        explanation: "The reason in the log is new.",
        data: '{"a":[1]}'
      });
      assert.isString(before.sentence);
    })
  );
});
