import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { defaultLimits } from "../../../../src/adapters/graphql/plan/Limits.ts";
import { makePlanner, type Planner } from "../../../../src/adapters/graphql/plan/makePlanner.ts";
import { encodeCursor, sortFingerprint } from "../../../../src/domain/record/query/Cursor.ts";
import { alice, api } from "./planning.ts";

const text = fc.constantFrom("a", "b", "");
const datetime = fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-02T00:00:00+01:00", "yesterday");
const rarely = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { freq: 4 });

const condition = fc.record(
  { eq: rarely(text), contains: rarely(text), in: rarely(fc.array(text)), isNull: rarely(fc.boolean()) },
  { requiredKeys: [] }
);

const { where } = fc.letrec((tie) => ({
  where: fc.record(
    {
      displayName: rarely(condition),
      createdAt: rarely(fc.record({ gte: rarely(datetime) }, { requiredKeys: [] })),
      pinnedPost: rarely(fc.record({ uri: condition, isNull: fc.boolean() }, { requiredKeys: [] })),
      or: rarely(fc.array(tie("where"), { maxLength: 2 })),
      not: rarely(tie("where"))
    },
    { requiredKeys: [] }
  )
}));

const cursorOf = (field: "displayName" | null, direction: "ASC" | "DESC", value: string | number | null) =>
  encodeCursor(
    sortFingerprint([
      {
        operand:
          field === null
            ? { _tag: "MetaOperand", meta: "indexedAt" }
            : { _tag: "PropertyOperand", path: [field], type: "string" },
        direction
      }
    ]),
    { values: [value], uri: "at://did:plc:alice/app.bsky.actor.profile/self" }
  );

const cursor = fc.constantFrom(
  cursorOf(null, "DESC", 1),
  cursorOf(null, "DESC", 2),
  cursorOf(null, "DESC", null),
  cursorOf("displayName", "ASC", "x"),
  cursorOf("displayName", "DESC", "x"),
  cursorOf("displayName", "DESC", null),
  "nonsense"
);

const sort = fc.array(
  fc.record(
    { field: fc.constantFrom("displayName", "createdAt", "indexedAt"), direction: fc.constantFrom("ASC", "DESC") },
    { requiredKeys: ["field"] }
  ),
  { maxLength: 2 }
);

const groups = fc.array(
  fc.record(
    {
      field: fc.constantFrom("displayName", "createdAt", "indexedAt"),
      interval: rarely(fc.constantFrom("HOUR", "DAY"))
    },
    { requiredKeys: ["field"] }
  ),
  { maxLength: 2 }
);

const direction = fc.constantFrom("ASC", "DESC");

/** Small documents, so that requests often have variables of one shape. */
const documents: ReadonlyArray<readonly [string, Readonly<Record<string, fc.Arbitrary<unknown>>>]> = [
  [
    "query($where: AppBskyActorProfileWhereInput) { appBskyActorProfile(where: $where) { totalCount } }",
    { where: rarely(where) }
  ],
  [
    `query($name: String = "d", $names: [String!]) {
      appBskyActorProfile(where: { displayName: { eq: $name, in: $names }, or: [{ pronouns: { contains: $name } }] }) { totalCount }
    }`,
    { name: rarely(text), names: rarely(fc.array(text)) }
  ],
  [
    "query($at: String, $blank: Boolean) { appBskyActorProfile(where: { createdAt: { gte: $at, isNull: $blank } }) { totalCount } }",
    { at: rarely(datetime), blank: rarely(fc.boolean()) }
  ],
  [
    "query($first: Int = 20, $after: String) { appBskyActorProfile(first: $first, after: $after) { totalCount } }",
    { first: rarely(fc.integer({ min: -1, max: 1100 })), after: rarely(cursor) }
  ],
  [
    `query($before: String, $direction: SortDirection! = DESC) {
      appBskyActorProfile(before: $before, sortBy: [{ field: displayName, direction: $direction }]) { totalCount }
    }`,
    { before: rarely(cursor), direction }
  ],
  [
    "query($sort: [AppBskyActorProfileSortFieldInput!]) { appBskyActorProfile(sortBy: $sort) { totalCount } }",
    { sort: rarely(sort) }
  ],
  [
    "query($by: [AppBskyActorProfileGroupByFieldInput!]!, $limit: Int, $o: SortDirection) { appBskyActorProfileAggregated(groupBy: $by, limit: $limit, orderBy: { count: $o }) { count } }",
    { by: groups, limit: rarely(fc.integer({ min: -1, max: 1100 })), o: rarely(direction) }
  ],
  [
    `query($uri: String!, $n: Int) { record(uri: $uri) { __typename ... on AppBskyActorProfile {
      viewerAppBskyActorProfileViaPinnedPost { uri } appBskyActorProfileViaPinnedPost(first: $n) { nodes { pinnedPostResolved { __typename } } } } } }`,
    {
      uri: fc.constantFrom("at://did:plc:alice/app.bsky.actor.profile/self", "at://bob.test/a.b.c/d"),
      n: rarely(fc.constantFrom(1, 2, 10_000))
    }
  ],
  [
    "query($preset: String) { appBskyActorProfile { nodes { avatar { url(preset: $preset) } } } }",
    { preset: rarely(fc.constantFrom("avatar", "banner", "huge")) }
  ],
  [
    "query($if: Boolean = true) { viewer { did @skip(if: $if) handle } appBskyActorProfile { totalCount @include(if: $if) __typename } }",
    { if: fc.boolean() }
  ]
];

const requests = fc.constantFrom(...documents).chain(([document, variables]) =>
  fc.array(
    fc
      .tuple(fc.record(variables, { requiredKeys: [] }), fc.constantFrom(null, alice))
      .map(([given, viewerDid]) => ({ document, variables: given, viewerDid })),
    { minLength: 1, maxLength: 8 }
  )
);

describe("a planner that has already compiled a document", () => {
  it("returns the same plan as one that has not", () => {
    fc.assert(
      fc.property(requests, (list) => {
        const compiled = makePlanner(api);
        for (const request of list) assert.deepStrictEqual(compiled(request), makePlanner(api)(request));
      }),
      { numRuns: 300 }
    );
  });

  it("caches a limited number of forms of a document", () => {
    const small = makePlanner(api, { ...defaultLimits, cachedForms: 100_000 });
    const one = {
      document: "query($w: XyzStatusphereStatusWhereInput) { xyzStatusphereStatus(where: $w) { totalCount } }",
      viewerDid: null
    };
    const of = (count: number) =>
      small({ ...one, variables: { w: { or: Array.from({ length: count }, () => ({})) } } });
    const first = of(0);
    assert.strictEqual(queryOf(of(0)), queryOf(first));
    for (let count = 1; count < 100; count += 1) of(count);
    assert.notStrictEqual(queryOf(of(0)), queryOf(first));
  });

  it("caches a limited number of documents", () => {
    const small = makePlanner(api, { ...defaultLimits, cached: 20_000 });
    const of = (alias: string) =>
      small({ document: `{ ${alias}: xyzStatusphereStatus { totalCount } }`, viewerDid: null });
    const first = of("a");
    assert.strictEqual(queryOf(of("a")), queryOf(first));
    for (let count = 0; count < 20; count += 1) of(`a${count}`);
    assert.notStrictEqual(queryOf(of("a")), queryOf(first));
  });
});

const queryOf = (outcome: ReturnType<Planner>) =>
  outcome._tag === "Right" && outcome.right.kind === "query" ? outcome.right.query : null;
