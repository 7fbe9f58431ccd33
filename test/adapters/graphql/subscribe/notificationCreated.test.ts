import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import type { GraphqlCaller } from "../../../../src/application/api/GraphqlApi.ts";
import { Cid } from "../../../../src/domain/atproto/Cid.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { knownScope } from "../../../../src/domain/scope/Scope.ts";
import { recordOf } from "../../../contracts/recordIndexFixture.ts";
import { alice, bob, memoryService } from "../../../support/memoryService.ts";
import { lexicons } from "../../http/graphql/graphqlServer.ts";
import { anonymous, subscribe, take } from "./subscriber.ts";

const layer = GraphqlApiLexicons.layer.pipe(Layer.provideMerge(lexicons), Layer.provideMerge(memoryService));

const [carol, dave] = [Did.make("did:plc:carol"), Did.make("did:plc:dave")];
const profile = Nsid.make("app.bsky.actor.profile");
const otherCid = Cid.make("bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy");

const callerOf = (did: Did): GraphqlCaller => ({
  viewer: { did, clientId: "app", scope: knownScope("atproto"), authorizationId: "authorization" },
  refused: false,
  admin: null
});

const pinned = (of: Did): JsonObject => ({
  pinnedPost: { uri: `at://${of}/app.bsky.feed.post/1`, cid: String(otherCid) }
});

const profileOf = (did: Did, value: JsonObject) => recordOf(profile, "self", value, { did });

const document = `subscription ($after: String, $collections: [RecordCollection!], $subscriberDid: String) {
  notificationCreated(after: $after, collections: $collections, subscriberDid: $subscriberDid) {
    __typename ... on AppBskyActorProfile { did pinnedPost { uri } }
  }
}`;

const codeOf = (answer: { readonly body: string }): unknown => JSON.parse(answer.body).errors[0].extensions.code;

it.scoped("sends the records that begin to refer to the viewer, each once, and continues after a cursor", () =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const responses = yield* subscribe(document, {}, callerOf(alice.did));
    yield* index.put(profileOf(alice.did, pinned(alice.did)));
    yield* index.put(profileOf(bob.did, pinned(carol)));
    yield* index.putAll([profileOf(carol, pinned(alice.did)), profileOf(dave, {})]);
    yield* index.put({ ...profileOf(bob.did, pinned(alice.did)), cid: otherCid });
    yield* index.put({ ...profileOf(carol, { ...pinned(alice.did), displayName: "Carol" }), cid: otherCid });
    yield* index.put({ ...profileOf(dave, pinned(alice.did)), cid: otherCid });
    const sent = yield* take(3, responses);
    assert.deepStrictEqual(
      sent.map(({ data }) => data.notificationCreated),
      [carol, bob.did, dave].map((did) => ({
        __typename: "AppBskyActorProfile",
        did,
        pinnedPost: { uri: `at://${alice.did}/app.bsky.feed.post/1` }
      }))
    );
    const after = sent[0]?.extensions.cursor;
    const variables = { after, collections: ["APP_BSKY_ACTOR_PROFILE"], subscriberDid: alice.did };
    const resumed = yield* take(2, yield* subscribe(document, { variables }, callerOf(alice.did)));
    assert.deepStrictEqual(resumed, sent.slice(1));
  }).pipe(Effect.provide(layer))
);

it.scoped("sends nothing of other collections, and nothing of records that are hidden by now", () =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const start = yield* subscribe(document, {}, callerOf(alice.did));
    yield* index.put(profileOf(bob.did, pinned(alice.did)));
    const [first] = yield* take(1, start);
    const after = first?.extensions.cursor;
    yield* index.put(profileOf(carol, pinned(alice.did)));
    yield* index.hide(carol, "takendown");
    yield* index.put(profileOf(dave, pinned(alice.did)));
    const [next] = yield* take(1, yield* subscribe(document, { variables: { after } }, callerOf(alice.did)));
    assert.strictEqual(next?.data.notificationCreated?.did, dave);
  }).pipe(Effect.provide(layer))
);

it.scoped("is only for the viewer", () =>
  Effect.gen(function* () {
    assert.strictEqual(codeOf(yield* Effect.flip(subscribe(document))), "UNAUTHENTICATED");
    const variables = { subscriberDid: bob.did };
    const other = yield* Effect.flip(subscribe(document, { variables }, callerOf(alice.did)));
    assert.strictEqual(codeOf(other), "BAD_USER_INPUT");
    assert.include(other.body, "subscriberDid");
    const nobody = yield* Effect.flip(subscribe(document, { variables }, anonymous));
    assert.strictEqual(codeOf(nobody), "UNAUTHENTICATED");
  }).pipe(Effect.provide(layer))
);
