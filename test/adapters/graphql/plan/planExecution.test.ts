import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as fc from "fast-check";
import { GraphQLObjectType, getNamedType, isAbstractType, isLeafType } from "graphql";
import * as MemoryStore from "../../../../src/adapters/memory/MemoryStore.ts";
import * as RecordIndexMemory from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { RecordIndex } from "../../../../src/domain/record/RecordIndex.ts";
import { startingLexicons } from "../../../domain/lexicon/startingLexicons.ts";
import { oracle } from "./oracle.ts";
import { api, planOfQuery } from "./planning.ts";
import { records } from "./recordsInMemory.ts";

const Index = RecordIndexMemory.layer().pipe(Layer.provide(MemoryStore.layer));

const withRecords = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(startingLexicons);
  yield* Effect.forEach(records, index.put);
  return index;
});

const answer = (document: string, variables: Record<string, unknown>) =>
  Effect.flatMap(withRecords, (index) => {
    const { query, parameters } = planOfQuery(document, { variables });
    return query === null ? Effect.die("It asks nothing of the index") : index.answer(query, parameters);
  });

const documents: ReadonlyArray<readonly [string, string, Record<string, unknown>]> = [
  [
    "aliases",
    "{ a: xyzStatusphereStatus { n: nodes { u: uri s: status } } b: xyzStatusphereStatus(first: 1) { totalCount pageInfo { hasNextPage } } }",
    {}
  ],
  [
    "fields that merge",
    "{ xyzStatusphereStatus { edges { node { uri } } totalCount edges { node { status uri } } } }",
    {}
  ],
  [
    "fields that merge through fragments",
    `
    { xyzStatusphereStatus { ...A nodes { did } ...B } }
    fragment A on XyzStatusphereStatusConnection { nodes { uri ...C } }
    fragment B on XyzStatusphereStatusConnection { totalCount nodes { status uri rkey } }
    fragment C on XyzStatusphereStatus { createdAt appBskyActorProfileByDid { displayName } }`,
    {}
  ],
  [
    "a fragment spread twice",
    "{ ...F viewer { did } ...F } fragment F on Query { xyzStatusphereStatus { totalCount } }",
    {}
  ],
  [
    "merging joins",
    `{ xyzStatusphereStatus { nodes {
      appBskyActorProfileByDid { displayName } status appBskyActorProfileByDid { avatar { ref } displayName }
      xyzStatusphereStatusByDid(first: 1) { nodes { status } } xyzStatusphereStatusByDid(first: 1) { totalCount }
    } } }`,
    {}
  ],
  [
    "skip and include",
    `query($t: Boolean!, $f: Boolean = false) { xyzStatusphereStatus {
      totalCount @skip(if: $t) nodes @include(if: $t) { uri @include(if: $f) status @skip(if: $f) ... @include(if: $f) { did } ...F @skip(if: $f) }
    } } fragment F on XyzStatusphereStatus { rkey @include(if: true) cid @skip(if: true) }`,
    { t: true }
  ],
  [
    "skip beats include",
    "{ xyzStatusphereStatus { totalCount @skip(if: true) @include(if: true) nodes { uri } } }",
    {}
  ],
  [
    "type names everywhere",
    `{ q: __typename xyzStatusphereStatus { __typename edges { __typename node { __typename appBskyActorProfileByDid {
      __typename avatar { __typename } pinnedPost { __typename uri } labels { __typename } } } } pageInfo { __typename } } }`,
    {}
  ],
  [
    "unions",
    `{ appBskyActorProfile { nodes { labels {
      ... on ComAtprotoLabelDefsSelfLabels { values { val } } ... on AppBskyActorProfileLabels { kind: __typename ...L }
    } } } } fragment L on ComAtprotoLabelDefsSelfLabels { values { v: val val } }`,
    {}
  ],
  [
    "nested objects and blobs",
    "{ appBskyActorProfile { nodes { avatar { url size ref mimeType } banner { ref } pinnedPost { cid uri } createdAt value } } }",
    {}
  ],
  ["an absent viewer", "{ viewer { did handle } appNeutralActorProfile { nodes { displayName labels { val } } } }", {}],
  [
    "fragments on the root",
    "query($n: Int = 2) { ... on Query { x: xyzStatusphereStatus(first: $n) { ...on XyzStatusphereStatusConnection { nodes { indexedAt } } } } }",
    {}
  ],
  ["an empty page", "{ xyzStatusphereStatus(first: 0) { nodes { uri } edges { node { uri } } totalCount } }", {}]
];

it.layer(Index)("what a plan answers is what graphql-js answers", (it) => {
  it.effect.each(documents)("%s", ([, document, variables]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* answer(document, variables), oracle(document, variables));
    })
  );

  it.effect("for any selection", () =>
    Effect.map(withRecords, (index) => {
      fc.assert(
        fc.property(selectionOf("XyzStatusphereStatusConnection", 5), (selection) => {
          const document = `query($t: Boolean!, $f: Boolean!) {
            xyzStatusphereStatus { totalCount ${selection} } __typename @skip(if: $t) x: __typename @include(if: $f)
          }`;
          const variables = { t: true, f: false };
          const { query, parameters } = planOfQuery(document, { variables });
          assert.isNotNull(query);
          if (query === null) return;
          assert.strictEqual(Effect.runSync(index.answer(query, parameters)), oracle(document, variables));
        })
      );
    })
  );
});

/** What the oracle has no answer for: cursors are opaque. */
const opaque = ["cursor", "startCursor", "endCursor"];

/** Selections of an object type, at most some levels deep, with aliases, fragments and conditions at random. */
function selectionOf(name: string, levels: number): fc.Arbitrary<string> {
  const type = api.schema.getType(name);
  const fields = type instanceof GraphQLObjectType ? Object.values(type.getFields()) : [];
  const choices = fields.flatMap((field) => {
    const target = getNamedType(field.type);
    if (opaque.includes(field.name) || (levels === 0 && !isLeafType(target))) return [];
    if (isLeafType(target)) return [fc.constant(field.name)];
    const inner = isAbstractType(target) ? "ComAtprotoLabelDefsSelfLabels" : target.name;
    return [
      selectionOf(inner, levels - 1).map((text) =>
        isAbstractType(target)
          ? `${field.name} { __typename ... on ${inner} { ${text} } }`
          : `${field.name} { ${text} }`
      )
    ];
  });
  const field = fc
    .tuple(fc.constantFrom("", "x_"), fc.oneof(fc.constant("__typename"), ...choices))
    .map(([prefix, text]) => (prefix === "" ? text : `${prefix}${text.split(" ")[0]}: ${text}`));
  const conditional = fc
    .tuple(field, fc.constantFrom("@include(if: $t)", "@include(if: $f)", "@skip(if: $f)", "", `on ${name}`))
    .map(([text, condition]) => `... ${condition} { ${text} }`);
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: field }, { weight: 1, arbitrary: conditional }), {
      minLength: 1,
      maxLength: 5
    })
    .map((list) => ["__typename", ...list].join(" "));
}
