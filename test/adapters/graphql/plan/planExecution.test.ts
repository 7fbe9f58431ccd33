import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as fc from "fast-check";
import { GraphQLObjectType, getNamedType, isAbstractType, isLeafType, isRequiredArgument } from "graphql";
import { defaultLimits } from "../../../../src/adapters/graphql/plan/Limits.ts";
import { makePlanner } from "../../../../src/adapters/graphql/plan/makePlanner.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import * as MemoryStore from "../../../../src/adapters/memory/MemoryStore.ts";
import * as RecordIndexMemory from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { runsOf } from "../../../support/runsOf.ts";
import { noteLexicons, noteRecords } from "./notes.ts";
import { oracle } from "./oracle.ts";

const api = buildApiSchema(noteLexicons);

/** What a query may ask for is not what is compared here: documents made by chance grow beyond any limit. */
const planner = makePlanner(api, {
  ...defaultLimits,
  documentBytes: 10_000_000,
  tokens: 1_000_000,
  nesting: 1_000,
  repeats: 100_000,
  aliases: 100_000,
  allAliases: 100_000,
  fields: 100_000,
  nodes: Number.POSITIVE_INFINITY
});

const Index = RecordIndexMemory.layer().pipe(Layer.provide(MemoryStore.layer));

const withRecords = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(noteLexicons);
  yield* Effect.forEach(noteRecords, index.put);
  return index;
});

type Variables = Record<string, unknown>;

const queryOf = (document: string, variables: Variables, viewer: Did | null) => {
  const plan = Either.getOrThrowWith(
    planner({ document, variables, viewerDid: viewer }),
    (failure) => new Error(JSON.stringify(failure))
  );
  if (plan.kind === "query" && plan.query !== null) return { query: plan.query, parameters: plan.parameters };
  throw new Error("It asks nothing of the index");
};

const answer = (document: string, variables: Variables, viewer: Did | null) =>
  Effect.flatMap(withRecords, (index) => {
    const { query, parameters } = queryOf(document, variables, viewer);
    return index.query(query, parameters);
  });

const expected = (document: string, variables: Variables, viewer: Did | null) =>
  oracle({ api, records: noteRecords, viewer }, document, variables);

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
    "skip takes precedence over include",
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
    "labels of authors",
    "{ appBskyActorProfile { nodes { labels { id src uri cid v: val neg cts exp __typename } } } }",
    {}
  ],
  [
    "unions",
    `{ orgExampleNote { nodes { either {
      ... on OrgExampleNoteBox { link } ... on OrgExampleNoteEither { kind: __typename ...B }
    } } } } fragment B on OrgExampleNoteBox { l: link link }`,
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
  ["an empty page", "{ xyzStatusphereStatus(first: 0) { nodes { uri } edges { node { uri } } totalCount } }", {}],
  [
    "records at addresses",
    `query($u: String!) { a: record(uri: $u) { ...R } b: record(uri: "at://did:plc:alice/app.bsky.actor.profile/self") { ...R }
      c: record(uri: "at://did:plc:nobody/org.example.note/a") { ...R } }
    fragment R on Record { ... on OrgExampleNote { text } ... on AppBskyActorProfile { displayName __typename } }`,
    { u: "at://did:plc:alice/org.example.note/3jzfcijpj2z2a" }
  ],
  [
    "references resolved at any position",
    `{ orgExampleNote { nodes { text about aboutResolved { ...R } subjectResolved { ...R } sources sourcesResolved { ...R } citesResolved { ...R }
      subject { uri uriResolved { ...R } } reply { root rootResolved { ...R } parentResolved { ...R } } parts { label linkResolved { ...R } }
      either { ... on OrgExampleNoteBox { link linkResolved { ...R } } } } } }
    fragment R on Record { __typename ... on OrgExampleNote { rank aboutResolved { __typename } } ... on XyzStatusphereStatus { status } }`,
    {}
  ],
  [
    "references followed back",
    `query($n: Int) { xyzStatusphereStatus { nodes { status orgExampleNoteViaAbout { totalCount nodes { text } }
      orgExampleNoteViaSubject(first: $n) { nodes { did orgExampleNoteViaReplyParent { totalCount } } pageInfo { hasNextPage } } } }
      orgExampleNote { nodes { orgExampleNoteViaAbout(first: $n) { totalCount edges { node { uri orgExampleNoteViaReplyRoot { totalCount } } } } } } }`,
    { n: 1 }
  ],
  [
    "references in lists followed back",
    `query($n: Int) { xyzStatusphereStatus { nodes { orgExampleNoteViaSources(first: $n) { totalCount nodes { text } }
      orgExampleNoteViaCites { nodes { rank } pageInfo { hasNextPage } } orgExampleNoteViaPartsLink { totalCount }
      joins { viewerOrgExampleNoteViaSources { text } } } }
      appBskyActorProfile { nodes { orgExampleNoteViaCites { totalCount } viewerOrgExampleNoteViaCites { text } } } }`,
    { n: 1 }
  ],
  [
    "the viewer's own records",
    `{ viewer { did orgExampleNoteByDid { totalCount } appBskyActorProfileByDid { displayName } }
      xyzStatusphereStatus { nodes { viewerOrgExampleNoteViaAbout { text } mine: viewerOrgExampleNoteViaSubject { uri rank } viewerOrgExampleNoteViaBy { text } } }
      appBskyActorProfile { nodes { viewerOrgExampleNoteViaBy { text viewerOrgExampleNoteViaAbout { text } } } } }`,
    {}
  ],
  [
    "groups",
    `{ a: orgExampleNoteAggregated(groupBy: [{ field: text }]) { text count }
      b: orgExampleNoteAggregated(groupBy: [{ field: rank }, { field: did }], orderBy: { count: ASC }, limit: 3) { count did r: rank __typename }
      c: xyzStatusphereStatusAggregated(groupBy: [{ field: did }], limit: 0) { count } }`,
    {}
  ],
  [
    "groups by spans of time",
    `query($i: DateInterval) { a: orgExampleNoteAggregated(groupBy: [{ field: at, interval: WEEK }]) { at count }
      b: orgExampleNoteAggregated(groupBy: [{ field: at, interval: MONTH }, { field: text }]) { at text count }
      c: orgExampleNoteAggregated(groupBy: [{ field: at, interval: $i }]) { at count } d: orgExampleNoteAggregated(groupBy: [{ field: at }]) { at count }
      e: orgExampleNoteAggregated(groupBy: [{ field: indexedAt, interval: HOUR }]) { indexedAt count } }`,
    { i: "DAY" }
  ]
];

const selections = new Map<string, fc.Arbitrary<string>>();

const viewers = [null, Did.make("did:plc:alice"), Did.make("did:plc:bob"), Did.make("did:plc:nobody")];

it.layer(Index)("a plan returns what graphql-js returns", (it) => {
  it.effect.each(documents)("%s", ([, document, variables]) =>
    Effect.forEach(viewers, (viewer) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* answer(document, variables, viewer), expected(document, variables, viewer));
      })
    )
  );

  it.effect.each(["XyzStatusphereStatusConnection", "OrgExampleNoteConnection"])("for any selection of %s", (name) =>
    Effect.map(withRecords, (index) => {
      const field = name.charAt(0).toLowerCase() + name.slice(1, -"Connection".length);
      fc.assert(
        fc.property(selectionOf(name, 5), fc.constantFrom(...viewers), (selection, viewer) => {
          const document = `query($t: Boolean!, $f: Boolean!) {
            ${field} { totalCount ${selection} } __typename @skip(if: $t) x: __typename @include(if: $f)
          }`;
          const variables = { t: true, f: false };
          const { query, parameters } = queryOf(document, variables, viewer);
          assert.strictEqual(Effect.runSync(index.query(query, parameters)), expected(document, variables, viewer));
        }),
        { numRuns: runsOf(100) }
      );
    })
  );
});

/** What the oracle has no answer for: cursors are opaque. */
const opaque = ["cursor", "startCursor", "endCursor"];

/** Each is needed by many fields, and made once. */
function selectionOf(name: string, levels: number, prefixes = ["", "x_"]): fc.Arbitrary<string> {
  const key = `${name} ${levels} ${prefixes}`;
  const made = selections.get(key) ?? makeSelection(name, levels, prefixes);
  selections.set(key, made);
  return made;
}

/**
 * Selections of an object type, at most some levels deep, with aliases, fragments and conditions at random. Fields of
 * the members of a union go by names of their own, because those of one name need not have one type.
 */
function makeSelection(name: string, levels: number, prefixes: ReadonlyArray<string>): fc.Arbitrary<string> {
  const type = api.schema.getType(name);
  const fields = type instanceof GraphQLObjectType ? Object.values(type.getFields()) : [];
  const choices = fields.flatMap((field) => {
    const target = getNamedType(field.type);
    if (opaque.includes(field.name) || field.args.some(isRequiredArgument)) return [];
    if (isLeafType(target)) return [fc.constant(field.name)];
    if (levels === 0) return [];
    if (!isAbstractType(target))
      return [selectionOf(target.name, levels - 1).map((text) => `${field.name} { ${text} }`)];
    const member = fc
      .constantFrom(...api.schema.getPossibleTypes(target))
      .chain(({ name: inner }) =>
        selectionOf(inner, levels - 1, [`${inner}_`]).map((text) => `... on ${inner} { ${text} }`)
      );
    return [fc.array(member, { maxLength: 2 }).map((list) => `${field.name} { __typename ${list.join(" ")} }`)];
  });
  const field = fc
    .tuple(fc.constantFrom(...prefixes), fc.oneof(fc.constant("__typename"), ...choices))
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
