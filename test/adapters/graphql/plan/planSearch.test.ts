import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as MemoryStore from "../../../../src/adapters/memory/MemoryStore.ts";
import * as RecordIndexMemory from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { startingLexicons } from "../../../domain/lexicon/startingLexicons.ts";
import { failureOf, pageOf, planner, planOfQuery, showFilter } from "./planning.ts";
import { records } from "./recordsInMemory.ts";

const ask = (document: string, variables: Readonly<Record<string, unknown>> = {}) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    yield* index.define(startingLexicons);
    yield* index.putAll(records);
    const { parameters, query } = planOfQuery(document, { variables });
    return query === null ? null : JSON.parse(yield* index.query(query, parameters));
  }).pipe(Effect.provide(Layer.provide(RecordIndexMemory.layer(), MemoryStore.layer)), Effect.runSync);

const messages = (document: string, variables: Readonly<Record<string, unknown>> = {}) =>
  failureOf(document, { variables }).errors.map(({ extensions: { code }, message }) => `${code}: ${message}`);

const root = `query ($q: String!, $in: [RecordCollection!], $after: String) {
  search(query: $q, collections: $in, first: 1, after: $after) {
    totalCount pageInfo { hasNextPage hasPreviousPage endCursor }
    edges { rank node { __typename ... on AppBskyActorProfile { displayName } ... on XyzStatusphereStatus { status } } }
  }
}`;

describe("searches in GraphQL", () => {
  it("are conditions on texts", () => {
    const { page, parameters } = pageOf(
      `{ appBskyActorProfile(where: { displayName: { search: "Big ali" } }) { totalCount } }`
    );
    assert.strictEqual(showFilter(page.where, parameters), 'displayName:string search [" big "," ali"]');
    const found = ask(`{ xyzStatusphereStatus(where: { not: { status: { search: "👍🏽" } } }) { totalCount } }`);
    assert.deepStrictEqual(found, { xyzStatusphereStatus: { totalCount: 2 } });
  });

  it("find records of all collections, and continue at a cursor", () => {
    const first = ask(root, { q: "ALI" }).search;
    assert.deepStrictEqual(first.edges, [{ rank: 1, node: { __typename: "AppNeutralActorProfile" } }]);
    assert.strictEqual(first.totalCount, 2);
    assert.isTrue(first.pageInfo.hasNextPage);
    const second = ask(root, { q: "ALI", after: first.pageInfo.endCursor }).search;
    assert.deepStrictEqual(second.edges, [
      { rank: 1, node: { __typename: "AppBskyActorProfile", displayName: "Alice" } }
    ]);
    assert.deepStrictEqual([second.pageInfo.hasNextPage, second.pageInfo.hasPreviousPage], [false, true]);
    assert.deepStrictEqual(messages(root, { q: "bob", after: first.pageInfo.endCursor }), [
      "BAD_CURSOR: after is a cursor of another search. Request the first page again."
    ]);
  });

  it("find records of named collections only", () => {
    const found = ask(root, { q: "alice", in: ["APP_BSKY_ACTOR_PROFILE"] }).search;
    assert.strictEqual(found.totalCount, 1);
    assert.strictEqual(ask(root, { q: "alice", in: [] }).search.totalCount, 0);
  });

  it.each([
    ["", "has no words. Search for at least one letter, digit or emoji."],
    ["a ".repeat(33), "has more than 32 words. Search for fewer words."],
    ["a".repeat(1_001), "has more than 1000 characters. Search for fewer words."]
  ])("are refused: %j", (text, reason) => {
    assert.deepStrictEqual(messages(root, { q: text }), [`BAD_USER_INPUT: query ${reason}`]);
    assert.deepStrictEqual(messages(root, { q: text, after: "x" }), [`BAD_USER_INPUT: query ${reason}`]);
    const condition = `query ($q: String) { appBskyActorProfile(where: { displayName: { search: $q } }) { totalCount } }`;
    assert.deepStrictEqual(messages(condition, { q: text }), [`BAD_USER_INPUT: where.displayName.search ${reason}`]);
  });

  it("are refused for what every record has", () => {
    assert.deepStrictEqual(messages(`{ appBskyActorProfile(where: { did: { search: "alice" } }) { totalCount } }`), [
      "BAD_USER_INPUT: where.did.search is not possible. Search a property of the record instead."
    ]);
  });

  it("follow changes", () => {
    const document = `subscription { appBskyActorProfileCreated(where: { displayName: { search: "alice" } }) { uri } }`;
    const plan = Either.getOrThrow(planner({ document, viewerDid: null }));
    assert.isTrue(plan.kind === "subscription" && plan._tag === "ChangePlan" && plan.where._tag === "Search");
  });
});
