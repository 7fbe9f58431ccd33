import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { GraphqlApi } from "../../../../src/application/api/GraphqlApi.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { alice, cid, recordOf } from "../../../contracts/recordIndexFixture.ts";
import { memoryService } from "../../../support/memoryService.ts";
import { lexicons } from "../../http/graphql/graphqlServer.ts";
import { anonymous, requestOf, subscribe, take } from "./subscriber.ts";

const layer = GraphqlApiLexicons.layer.pipe(Layer.provideMerge(lexicons), Layer.provideMerge(memoryService));

const status = (rkey: string, emoji: string) =>
  recordOf(Nsid.make("xyz.statusphere.status"), rkey, { status: emoji, createdAt: "2024-01-01T00:00:00Z" });

const created = "subscription($after: String) { xyzStatusphereStatusCreated(after: $after) { rkey status } }";
const updated = '{ xyzStatusphereStatusUpdated(where: {status: {eq: "👍"}}) { rkey status } }';
const deleted =
  'subscription { xyzStatusphereStatusDeleted(where: {status: {eq: "👍"}}) { uri did collection rkey cid __typename } }';

it.scoped("tells records that are created, continues after a cursor, and tells each once", () =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const responses = yield* subscribe(created);
    yield* index.putAll([status("a", "👍"), status("b", "👎")]);
    yield* index.put(status("c", "🦋"));
    const told = yield* take(3, responses);
    assert.deepStrictEqual(
      told.map(({ data }) => data.xyzStatusphereStatusCreated),
      [
        { rkey: "a", status: "👍" },
        { rkey: "b", status: "👎" },
        { rkey: "c", status: "🦋" }
      ]
    );
    const after = told[0]?.extensions.cursor;
    const resumed = yield* take(2, yield* subscribe(created, { variables: { after } }));
    assert.deepStrictEqual(resumed, told.slice(1));
  }).pipe(Effect.provide(layer))
);

it.scoped("tells a record that leaves the filter as deleted", () =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const responses = yield* subscribe(deleted);
    yield* index.putAll([status("left", "👍"), status("never", "👎")]);
    yield* index.put({ ...status("left", "👎"), cid: status("x", "").cid, value: { status: "👎" } });
    const [told] = yield* take(1, responses);
    assert.deepStrictEqual(told?.data.xyzStatusphereStatusDeleted, {
      uri: status("left", "").uri,
      did: alice,
      collection: "xyz.statusphere.status",
      rkey: "left",
      cid,
      __typename: "DeletedRecord"
    });
  }).pipe(Effect.provide(layer))
);

it.scoped("answers queries once, and refuses subscriptions where nothing can stream", () =>
  Effect.gen(function* () {
    const api = yield* GraphqlApi;
    const answered = yield* Effect.flip(subscribe("{ xyzStatusphereStatus { totalCount } }"));
    assert.deepStrictEqual(JSON.parse(answered.body), { data: { xyzStatusphereStatus: { totalCount: 0 } } });
    const refused = yield* api.execute(requestOf(`subscription ${updated}`), anonymous);
    assert.strictEqual(refused.outcome, "rejected");
    assert.include(refused.body, "text/event-stream");
  }).pipe(Effect.provide(layer))
);

it.scoped("refuses a filter by what is no change of a record", () =>
  Effect.gen(function* () {
    const byHandle = 'subscription { xyzStatusphereStatusCreated(where: {actorHandle: {eq: "a.test"}}) { uri } }';
    const answer = yield* Effect.flip(subscribe(byHandle));
    const [error] = JSON.parse(answer.body).errors;
    assert.strictEqual(error.extensions.code, "BAD_USER_INPUT");
    assert.include(error.message, "Filter by did");
  }).pipe(Effect.provide(layer))
);

it.scoped.each([
  ["nonsense", "BAD_CURSOR"],
  ["MDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAwOjE", "BAD_CURSOR"]
])("refuses the cursor %s", ([after, code]) =>
  Effect.gen(function* () {
    const answer = yield* Effect.flip(subscribe(created, { variables: { after } }));
    assert.strictEqual(JSON.parse(answer.body).errors[0].extensions.code, code);
  }).pipe(Effect.provide(layer))
);
