import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import { makePlanner, type PlanRequest } from "../../../../src/adapters/graphql/plan/makePlanner.ts";
import type { QueryPlan } from "../../../../src/adapters/graphql/plan/Plan.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import type { AnySelection, Selection } from "../../../../src/domain/record/query/RecordQuery.ts";
import { noteLexicons } from "./notes.ts";
import { alice } from "./planning.ts";

const planner = makePlanner(buildApiSchema(noteLexicons));

const outcome = (document: string, rest: Partial<PlanRequest> = {}) => planner({ document, viewerDid: null, ...rest });

const planOf = (document: string, rest: Partial<PlanRequest> = {}): QueryPlan => {
  const plan = Either.getOrThrowWith(outcome(document, rest), (failure) => new Error(JSON.stringify(failure)));
  if (plan.kind === "query") return plan;
  throw new Error("It is a mutation");
};

const errorsOf = (document: string, rest: Partial<PlanRequest> = {}) =>
  Either.match(outcome(document, rest), {
    onLeft: ({ errors }) => errors.map(({ message, extensions }) => [extensions.code, message]),
    onRight: () => []
  });

/** What is asked of the notes of the first root. */
const selectionOf = (fields: string, rest: Partial<PlanRequest> = {}): Selection => {
  const [root] = planOf(`{ orgExampleNote { nodes { ${fields} } } }`, rest).query?.roots ?? [];
  const [member] = root?._tag === "PageRoot" ? root.page.members : [];
  return member?._tag === "Nodes" ? member.selection : [];
};

const keysOf = (selections: AnySelection) =>
  Object.fromEntries([...selections].map(([nsid, fields]) => [nsid, fields.map(({ key }) => key)]));

describe("record", () => {
  it.each([
    ["org.example.note", { "org.example.note": ["__typename", "text"] }],
    ["xyz.statusphere.status", { "xyz.statusphere.status": ["__typename", "uri"] }],
    ["app.bsky.actor.profile", { "app.bsky.actor.profile": ["__typename"] }],
    ["org.example.note", { "org.example.note": ["__typename", "text"] }],
    ["org.example.unknown", {}]
  ])("queries a record of the collection in the URI with the selection of its fragment: %s", (collection, expected) => {
    const uri = `at://did:plc:alice/${collection}/3jzfcijpj2z2a`;
    const { query, parameters } = planOf(
      `query($uri: String!) { record(uri: $uri) { __typename ... on OrgExampleNote { text } ... on XyzStatusphereStatus { uri } } }`,
      { variables: { uri } }
    );
    const [root] = query?.roots ?? [];
    assert.strictEqual(root?._tag, "AnyRecordRoot");
    if (root?._tag !== "AnyRecordRoot") return;
    assert.strictEqual(parameters[root.uri.index], uri);
    assert.deepStrictEqual(keysOf(root.selections), expected);
  });

  it("requires the URI of a record", () => {
    assert.deepStrictEqual(errorsOf(`{ record(uri: "at://alice.test/org.example.note/a") { __typename } }`), [
      ["BAD_USER_INPUT", "uri must be at://<did>/<collection>/<record key>."]
    ]);
  });
});

describe("joins", () => {
  it("follow references forward, including those in lists and objects", () => {
    const [about, sources, reply, parts, either] = selectionOf(`
      aboutResolved { ... on XyzStatusphereStatus { status } }
      sourcesResolved { __typename }
      reply { parentResolved { __typename } }
      parts { linkResolved { __typename } }
      either { ... on OrgExampleNoteBox { linkResolved { __typename } } }
    `);
    const resolved = (member: unknown, property: string, many: boolean) => {
      const { _tag, property: of, many: list } = Object(member);
      assert.deepStrictEqual([_tag, of, list], ["Resolved", property, many]);
    };
    resolved(about, "about", false);
    resolved(sources, "sources", true);
    const shapeOf = (field: Selection[number] | undefined) => (field?._tag === "PropertyField" ? field.shape : null);
    const inReply = shapeOf(reply);
    resolved(inReply?._tag === "ObjectShape" ? inReply.members[0] : null, "parent", false);
    const inParts = shapeOf(parts);
    const item = inParts?._tag === "ListShape" ? inParts.item : null;
    resolved(item?._tag === "ObjectShape" ? item.members[0] : null, "link", false);
    const inEither = shapeOf(either);
    const variants = inEither?._tag === "UnionShape" ? inEither.variants : new Map();
    resolved(variants.get("org.example.note#box")?.[0], "link", false);
  });

  it("follow references backward, with all arguments of a page", () => {
    const [join] = selectionOf(
      `orgExampleNoteViaReplyParent(last: 3, where: { text: { eq: "x" } }, sortBy: [{ field: rank }]) { totalCount }`
    );
    assert.strictEqual(join?._tag, "ReverseJoin");
    if (join?._tag !== "ReverseJoin") return;
    assert.deepStrictEqual<unknown>([join.via, join.page.collection], [["reply", "parent"], "org.example.note"]);
    assert.deepStrictEqual([join.page.direction, join.page.where._tag], ["backward", "Compare"]);
  });

  it("follow references in lists backward, by the names on the path", () => {
    const vias = selectionOf("orgExampleNoteViaCites { totalCount } orgExampleNoteViaPartsLink { totalCount }").map(
      (field) => (field._tag === "ReverseJoin" ? field.via : null)
    );
    assert.deepStrictEqual<unknown>(vias, [
      ["cites", 0],
      ["parts", 0, "link"]
    ]);
  });

  it("find the viewer's own record", () => {
    const fields = "viewerOrgExampleNoteViaSubject { text } viewerOrgExampleNoteViaBy { uri }";
    assert.deepStrictEqual<unknown>(
      selectionOf(fields, { viewerDid: alice }).map((field) =>
        field._tag === "ViewerRecord" ? [field.via, field.target, field.viewer?._tag, field.selection.length] : null
      ),
      [
        [["subject"], "uri", "Parameter", 1],
        [["by"], "did", "Parameter", 1]
      ]
    );
    assert.deepStrictEqual<unknown>(
      selectionOf(fields).map((field) => (field._tag === "ViewerRecord" ? [field.viewer, field.selection] : null)),
      [
        [null, []],
        [null, []]
      ]
    );
  });
});

describe("groups", () => {
  const aggregateOf = (given: string, fields = "count", rest: Partial<PlanRequest> = {}) => {
    const declared =
      rest.variables === undefined ? "" : "query($f: OrgExampleNoteGroupByField!, $o: SortDirection, $n: Int)";
    const { query, parameters } = planOf(`${declared} { orgExampleNoteAggregated(${given}) { ${fields} } }`, rest);
    const [root] = query?.roots ?? [];
    if (root?._tag !== "AggregateRoot") throw new Error("The first root counts no groups");
    return { ...root.aggregate, limit: parameters[root.aggregate.limit.index] };
  };

  it("are formed by values and by periods of time", () => {
    const found = aggregateOf(
      `groupBy: [{ field: text }, { field: at, interval: WEEK }, { field: did }], where: { rank: { gte: 2 } }`,
      "n: count at text __typename"
    );
    assert.deepStrictEqual<unknown>(found.groups, [
      { _tag: "ValueGroup", operand: { _tag: "PropertyOperand", path: ["text"], type: "string" }, interval: null },
      { _tag: "ValueGroup", operand: { _tag: "PropertyOperand", path: ["at"], type: "instant" }, interval: "WEEK" },
      { _tag: "ValueGroup", operand: { _tag: "MetaOperand", meta: "did" }, interval: null }
    ]);
    assert.deepStrictEqual<unknown>(found.members, [
      { _tag: "GroupCount", key: "n" },
      { _tag: "GroupValue", key: "at", group: 1 },
      { _tag: "GroupValue", key: "text", group: 0 },
      { _tag: "GroupTypename", key: "__typename", name: "OrgExampleNoteAggregated" }
    ]);
    assert.deepStrictEqual([found.order, found.limit, found.where._tag], ["DESC", 50, "Compare"]);
  });

  it.each([
    ["orderBy: { count: ASC }", "ASC", 50],
    ["orderBy: {}", "DESC", 50],
    ["orderBy: null, limit: null", "DESC", 50],
    ["limit: 7", "DESC", 7],
    ["limit: 5000", "DESC", 1000]
  ])("are limited and ordered: %s", (given, order, limit) => {
    const found = aggregateOf(`groupBy: [{ field: "text" }], ${given}`);
    assert.deepStrictEqual([found.order, found.limit], [order, limit]);
  });

  it("accept variables", () => {
    const of = (f: string, o: string | null, n: number) =>
      aggregateOf("groupBy: { field: $f }, orderBy: { count: $o }, limit: $n", "count", { variables: { f, o, n } });
    assert.deepStrictEqual([of("rank", "ASC", 3).order, of("rank", null, 4).limit], ["ASC", 4]);
    assert.deepStrictEqual<unknown>(of("did", null, 1).groups, [
      { _tag: "ValueGroup", operand: { _tag: "MetaOperand", meta: "did" }, interval: null }
    ]);
  });

  it.each([
    ["groupBy: []", "count", "groupBy must have 1 to 5 fields."],
    [
      `groupBy: [${["text", "rank", "at", "by", "about", "did"].map((field) => `{ field: ${field} }`)}]`,
      "count",
      "groupBy must have 1 to 5 fields."
    ],
    ["groupBy: [{ field: text }, { field: text }]", "count", "groupBy names text twice: name each field once."],
    [
      "groupBy: [{ field: text, interval: DAY }]",
      "count",
      "groupBy has an interval for text, which is no date: leave it out."
    ],
    ["groupBy: [{ field: text }]", "rank", "rank is not in groupBy: add it there, or do not ask for it."],
    ["groupBy: [{ field: text }], limit: -1", "count", "limit must not be negative."]
  ])("are refused: %s { %s }", (given, fields, message) => {
    assert.deepStrictEqual(errorsOf(`{ orgExampleNoteAggregated(${given}) { ${fields} } }`), [
      ["BAD_USER_INPUT", message]
    ]);
  });
});

describe("the cost of a query", () => {
  const costOf = (document: string, rest: Partial<PlanRequest> = {}) => planOf(document, rest).cost;

  it.each([
    ["{ __typename }", 0],
    ["{ __schema { __typename } }", 0],
    ["{ orgExampleNote(first: 0) { nodes { uri } } }", 0],
    ["{ orgExampleNote { nodes { uri } } }", 50],
    ["{ orgExampleNote(first: 7) { pageInfo { hasNextPage } } }", 7],
    ["{ orgExampleNote(last: 7) { edges { cursor } } }", 7],
    ["{ orgExampleNote(first: 5000) { nodes { uri } } }", 1000],
    ["{ orgExampleNote(first: 7) { totalCount } }", 1],
    ["{ a: orgExampleNote(first: 7) { nodes { uri } } b: orgExampleNote(first: 8) { nodes { uri } } }", 15],
    ["{ orgExampleNote(first: 7) { nodes { appBskyActorProfileByDid { uri } } } }", 14],
    ["{ orgExampleNote(first: 7) { nodes { xyzStatusphereStatusByDid(first: 3) { nodes { uri } } } } }", 28],
    ["{ orgExampleNote(first: 7) { nodes { xyzStatusphereStatusByDid(first: 3) { totalCount } } } }", 14],
    [
      "{ orgExampleNote(first: 7) { nodes { orgExampleNoteViaAbout(first: 3) { nodes { aboutResolved { __typename } } } } } }",
      49
    ],
    ["{ orgExampleNote(first: 7) { nodes { sourcesResolved { __typename } } } }", 77],
    ["{ orgExampleNote(first: 7) { nodes { parts { linkResolved { __typename } } } } }", 77],
    [
      "{ orgExampleNote(first: 7) { nodes { reply { rootResolved { __typename } } viewerOrgExampleNoteViaBy { uri } } } }",
      21
    ],
    [
      `{ record(uri: "at://did:plc:alice/org.example.note/a") { ... on OrgExampleNote { aboutResolved { __typename } } } }`,
      2
    ],
    ["{ orgExampleNoteAggregated(groupBy: [{ field: text }], limit: 9) { count } }", 9],
    ["{ viewer { orgExampleNoteByDid(first: 4) { nodes { uri } } } }", 1]
  ])("%s", (document, cost) => {
    assert.strictEqual(costOf(document), cost);
  });

  it("includes the viewer's records for a signed-in user", () => {
    assert.strictEqual(
      costOf("{ viewer { orgExampleNoteByDid(first: 4) { nodes { uri } } } }", { viewerDid: alice }),
      5
    );
  });

  it("depends on the values of a request, and is compared with the limit each time", () => {
    const document =
      "query($n: Int) { orgExampleNote(first: $n) { nodes { orgExampleNoteByDid(first: $n) { nodes { uri } } } } }";
    assert.strictEqual(costOf(document, { variables: { n: 99 } }), 9900);
    assert.deepStrictEqual(errorsOf(document, { variables: { n: 100 } }), [
      [
        "COST_LIMIT",
        "The operation asks for an estimated 10100 nodes: at most 10000 are allowed. Ask for smaller pages (first, last), or for fewer joins."
      ]
    ]);
    assert.strictEqual(costOf(document, { variables: { n: 2 } }), 6);
  });

  it("of a mutation is that of its results", () => {
    const of = (first: number) =>
      outcome(
        `mutation { a: createOrgExampleNote(input: {}) { uri } b: createOrgExampleNote(input: {}) { orgExampleNoteByDid(first: ${first}) { nodes { aboutResolved { __typename } } } } }`,
        { viewerDid: alice }
      );
    assert.strictEqual(Either.getOrThrow(of(3)).cost, 8);
    assert.strictEqual(Either.getOrThrow(of(499)).cost, 1000);
    assert.isTrue(Either.isRight(of(1000)));
  });
});
