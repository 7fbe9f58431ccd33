import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import { GraphQLString, getIntrospectionQuery } from "graphql";
import { executeRoots } from "../../../../src/adapters/graphql/execute/executeRoots.ts";
import { mergeRoots } from "../../../../src/adapters/graphql/execute/mergeRoots.ts";
import { makePlanner } from "../../../../src/adapters/graphql/plan/makePlanner.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { startingLexicons } from "../../../domain/lexicon/startingLexicons.ts";
import { api, failureOf, planOfQuery } from "./planning.ts";

const codes = (document: string, rest = {}) =>
  failureOf(document, rest).errors.map(({ extensions }) => extensions.code);

const status = (selection: string) => `{ xyzStatusphereStatus { ${selection} } }`;

describe("a document that is refused", () => {
  it.each([
    ["{", "GRAPHQL_PARSE_FAILED"],
    ["", "GRAPHQL_PARSE_FAILED"],
    [`{ a(b: "`, "GRAPHQL_PARSE_FAILED"],
    ["{ nothing }", "GRAPHQL_VALIDATION_FAILED"],
    ["query($a: Nothing) { viewer { did } }", "GRAPHQL_VALIDATION_FAILED"],
    ["query($a: Int) { viewer { did } }", "GRAPHQL_VALIDATION_FAILED"],
    ["{ viewer { ...F } } fragment F on Viewer { ...F }", "GRAPHQL_VALIDATION_FAILED"],
    ["query($n: String) { xyzStatusphereStatus(first: $n) { totalCount } }", "GRAPHQL_VALIDATION_FAILED"],
    [`{ xyzStatusphereStatus(first: "5") { totalCount } }`, "GRAPHQL_VALIDATION_FAILED"],
    ["subscription { a }", "GRAPHQL_VALIDATION_FAILED"],
    ["fragment F on Viewer { did }", "GRAPHQL_VALIDATION_FAILED"]
  ])("%s", (document, code) => {
    const failure = failureOf(document);
    assert.strictEqual(failure.phase, "request");
    assert.strictEqual(failure.errors[0]?.extensions.code, code);
  });

  it("is reported with its location", () => {
    const [error] = failureOf("{\n  viewer { nothing }\n}").errors;
    assert.deepStrictEqual(error?.locations, [{ line: 2, column: 12 }]);
    assert.include(error?.message, 'Cannot query field "nothing" on type "Viewer"');
  });
});

describe("operationName", () => {
  const two = "query A { __typename } query B { viewer { did } }";

  it("selects one of several", () => {
    assert.deepStrictEqual(planOfQuery(two, { operationName: "B" }).keys, ["viewer"]);
    assert.deepStrictEqual(planOfQuery("query A { __typename }", { operationName: null }).keys, ["__typename"]);
  });

  it("must name one of the operations", () => {
    assert.deepStrictEqual(codes(two), ["OPERATION_RESOLUTION_FAILURE"]);
    assert.deepStrictEqual(codes(two, { operationName: "C" }), ["OPERATION_RESOLUTION_FAILURE"]);
    assert.deepStrictEqual(codes("{ __typename }", { operationName: "C" }), ["OPERATION_RESOLUTION_FAILURE"]);
  });
});

describe("variables", () => {
  it.each<[Record<string, unknown>]>([[{ n: "x" }], [{ n: 1.5 }], [{ n: 2 ** 31 }], [{ n: null }], [{}]])(
    "of the wrong type are refused: %j",
    (variables) => {
      const failure = failureOf("query($n: Int!) { xyzStatusphereStatus(first: $n) { totalCount } }", { variables });
      assert.strictEqual(failure.phase, "request");
      assert.deepStrictEqual(
        failure.errors.map(({ extensions }) => extensions.code),
        ["BAD_USER_INPUT"]
      );
      assert.include(failure.errors[0]?.message, "$n");
    }
  );

  it("may be omitted, or include undeclared ones", () => {
    assert.deepStrictEqual(planOfQuery("{ __typename }", { variables: { other: 1 } }).keys, ["__typename"]);
    assert.deepStrictEqual(
      planOfQuery("query($n: Int = 5) { xyzStatusphereStatus(first: $n) { totalCount } }", { variables: null })
        .parameters,
      [5]
    );
  });

  it("of any depth do not overflow the stack", () => {
    let where: unknown = {};
    for (let level = 0; level < 10_000; level += 1) where = { not: where };
    const document = "query($w: XyzStatusphereStatusWhereInput) { xyzStatusphereStatus(where: $w) { totalCount } }";
    assert.deepStrictEqual(codes(document, { variables: { w: where } }), ["NESTING_LIMIT"]);
  });

  it("contain a limited number of objects", () => {
    const document = "query($w: XyzStatusphereStatusWhereInput) { xyzStatusphereStatus(where: $w) { totalCount } }";
    const variables = { w: { or: Array.from({ length: 10_000 }, () => ({})) } };
    assert.deepStrictEqual(codes(document, { variables }), ["VARIABLES_TOO_LARGE"]);
  });

  it("are quoted in messages at a readable length", () => {
    const [error] = failureOf("query($n: Int!) { xyzStatusphereStatus(first: $n) { totalCount } }", {
      variables: { n: "x".repeat(10_000) }
    }).errors;
    assert.isBelow(error?.message.length ?? 0, 600);
  });
});

describe("limits", () => {
  const nested = (levels: number): string =>
    levels === 0 ? "uri" : `xyzStatusphereStatusByDid(first: 1) { nodes { ${nested(levels - 1)} } }`;

  it("apply to depth, including fragments", () => {
    assert.deepStrictEqual(planOfQuery(status(`nodes { ${nested(6)} }`)).keys, ["xyzStatusphereStatus"]);
    assert.deepStrictEqual(codes(status(`nodes { ${nested(7)} }`)), ["DEPTH_LIMIT"]);
    const fragment = `fragment F on XyzStatusphereStatus { ${nested(7)} }`;
    assert.deepStrictEqual(codes(`${status("nodes { ...F }")} ${fragment}`), ["DEPTH_LIMIT"]);
  });

  it("apply to aliases of one level", () => {
    const aliases = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: totalCount`).join(" ");
    assert.deepStrictEqual(planOfQuery(status(aliases(30))).keys, ["xyzStatusphereStatus"]);
    assert.deepStrictEqual(codes(status(aliases(31))), ["ALIAS_LIMIT"]);
    assert.deepStrictEqual(
      codes(`{ ...F } fragment F on Query { ${Array.from({ length: 31 }, (_, at) => `a${at}: __typename`)} }`),
      ["ALIAS_LIMIT"]
    );
  });

  it("apply to conditions and orders, wherever their variables are used", () => {
    const status = (alias: string) => `${alias}: xyzStatusphereStatus(where: $w, sortBy: $s) { totalCount }`;
    const document = (count: number) =>
      `query($w: XyzStatusphereStatusWhereInput, $s: [XyzStatusphereStatusSortFieldInput!]) { ${Array.from(
        { length: count },
        (_, at) => status(`a${at}`)
      ).join(" ")} }`;
    const some = (length: number) => ({ w: { or: Array.from({ length }, () => ({ status: { eq: "x" } })) } });
    assert.strictEqual(planOfQuery(document(1), { variables: some(199) }).parameters.length, 200);
    assert.deepStrictEqual(codes(document(1), { variables: some(200) }), ["CONDITION_LIMIT"]);
    assert.deepStrictEqual(codes(document(10), { variables: some(40) }), ["CONDITION_LIMIT"]);
    const orders = { s: Array.from({ length: 81 }, () => ({ field: "uri" })) };
    assert.deepStrictEqual(codes(document(10), { variables: orders }), ["CONDITION_LIMIT"]);
  });

  it("apply to fragments that expand exponentially", () => {
    const fragments = Array.from(
      { length: 12 },
      (_, at) =>
        `fragment F${at} on XyzStatusphereStatus { a: xyzStatusphereStatusByDid { __typename } ...F${at + 1} b: value ...F${at + 1} }`
    );
    const last = "fragment F12 on XyzStatusphereStatus { uri }";
    assert.deepStrictEqual(codes(`${status("nodes { ...F0 }")} ${fragments.join(" ")} ${last}`), [
      "ALIAS_LIMIT",
      "ALIAS_LIMIT",
      "FIELD_LIMIT"
    ]);
  });

  it("apply to aliases in the whole operation, and to root fields that query the schema", () => {
    const aliased = (roots: number, each: number) => {
      const fields = Array.from({ length: each }, (_, at) => `f${at}: uri`).join(" ");
      return `{ ${Array.from({ length: roots }, (_, at) => `a${at}: xyzStatusphereStatus { nodes { ${fields} } }`).join(" ")} }`;
    };
    assert.strictEqual(planOfQuery(aliased(15, 19)).kind, "query");
    assert.deepStrictEqual(codes(aliased(15, 20)), ["ALIAS_LIMIT"]);
    const schemas = (count: number) =>
      `{ ${Array.from({ length: count }, (_, at) => `a${at}: __schema { queryType { name } }`).join(" ")} }`;
    assert.strictEqual(planOfQuery(schemas(5)).kind, "query");
    assert.deepStrictEqual(codes(schemas(6)), ["COST_LIMIT"]);
  });

  it("apply to the number of fields that validation would compare", () => {
    const many = Array.from({ length: 1900 }, () => "uri").join(" ");
    assert.deepStrictEqual(codes(status(`nodes { ${many} }`)), ["FIELD_LIMIT"]);
  });

  it("apply to the size of the document", () => {
    assert.deepStrictEqual(codes(`{ __typename } #${"x".repeat(100_000)}`), ["DOCUMENT_TOO_LARGE"]);
    assert.deepStrictEqual(codes(`{ ${"a ".repeat(20_001)} }`), ["DOCUMENT_TOO_LARGE"]);
    assert.deepStrictEqual(codes("{a".repeat(10_000)), ["NESTING_LIMIT"]);
    assert.deepStrictEqual(codes(`{ viewer(a: ${"[".repeat(10_000)}`), ["NESTING_LIMIT"]);
  });

  it("allow the usual introspection", () => {
    assert.deepStrictEqual(planOfQuery(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true })).keys, [
      "__schema"
    ]);
  });
});

describe("root fields that graphql-js resolves", () => {
  it("are planned separately, and returned in their positions", async () => {
    const plan = planOfQuery(
      "query A($n: String!) { type: __type(name: $n) { name } viewer { did } ...F } fragment F on Query { __schema { queryType { name } } }",
      { variables: { n: "Blob" } }
    );
    assert.deepStrictEqual(plan.keys, ["type", "viewer", "__schema"]);
    assert.deepStrictEqual(
      plan.query?.roots.map(({ key }) => key),
      ["viewer"]
    );
    assert.isNull(plan.executed);
    assert.isNotNull(plan.introspected);
    if (plan.introspected === null) return;
    const { data, errors } = await executeRoots(api, plan.introspected, null);
    assert.isUndefined(errors);
    const merged = mergeRoots(plan.keys, { viewer: null }, JSON.parse(JSON.stringify(data)));
    assert.strictEqual(
      JSON.stringify(merged),
      `{"type":{"name":"Blob"},"viewer":null,"__schema":{"queryType":{"name":"Query"}}}`
    );
  });

  it("include __typename alone, whose result is the same for every request", () => {
    const plan = planOfQuery(
      "{ b: __typename a: __typename ... on Query { b: __typename c: __typename @skip(if: true) } }"
    );
    assert.isNull(plan.query);
    assert.isNull(plan.executed);
    assert.strictEqual(plan.constant, `{"b":"Query","a":"Query"}`);
    assert.isNull(planOfQuery("{ __typename @skip(if: true) }").constant);
    assert.isNull(planOfQuery("{ __typename __schema { queryType { name } } }").constant);
  });

  it("include the root fields of other parts of the service", async () => {
    const extended = buildApiSchema<{ readonly who: string }>(startingLexicons, {
      query: {
        oauthClients: {
          type: GraphQLString,
          args: { prefix: { type: GraphQLString } },
          resolve: (_, { prefix }, { who }) => Promise.resolve(`${prefix} ${who}`)
        }
      },
      mutation: { createOAuthClient: { type: GraphQLString, resolve: () => "made" } }
    });
    const plan = makePlanner(extended);
    const query = Either.getOrThrow(
      plan({
        document: `query($p: String) { x: oauthClients(prefix: $p) __typename }`,
        variables: { p: "Hello" },
        viewerDid: null
      })
    );
    assert.isTrue(query.kind === "query" && query.query === null && query.executed !== null);
    if (query.kind === "query" && query.executed !== null) {
      const answer = await executeRoots(extended, query.executed, { who: "Alice" });
      assert.strictEqual(JSON.stringify(answer.data), `{"x":"Hello Alice","__typename":"Query"}`);
    }
    const mutation = Either.getOrThrow(plan({ document: `mutation { y: createOAuthClient }`, viewerDid: null }));
    const [step] = mutation.kind === "mutation" ? mutation.steps : [];
    assert.strictEqual(step?._tag, "ExecutedStep");
    if (step?._tag === "ExecutedStep") {
      assert.strictEqual(JSON.stringify(await executeRoots(extended, step.executed, null)), `{"data":{"y":"made"}}`);
    }
  });
});
