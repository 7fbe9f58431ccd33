import { assert, describe, it } from "@effect/vitest";
import { errorExtensions } from "../../../../src/application/api/errorExtensions.ts";
import { failureOf, pageOf, showFilter, showSort } from "./planning.ts";

describe("where", () => {
  const shown = (where: string, variables: Record<string, unknown> = {}, declared = "") => {
    const { page, parameters } = pageOf(`query${declared} { appBskyActorProfile(where: ${where}) { totalCount } }`, {
      variables
    });
    return showFilter(page.where, parameters);
  };
  const name = "displayName:string";

  it.each<[string, unknown]>([
    ["{}", ["Every"]],
    ["null", ["Every"]],
    [`{ displayName: { eq: "a" } }`, `${name} eq "a"`],
    [`{ displayName: { ne: "a", contains: "b" } }`, ["Every", `${name} ne "a"`, `${name} contains "b"`]],
    [`{ displayName: { startsWith: "a" }, did: { eq: "d" } }`, ["Every", `${name} startsWith "a"`, `did eq "d"`]],
    [`{ displayName: { gt: "a" } }`, `${name} gt "a"`],
    [`{ displayName: { in: ["a", "b"] } }`, `${name} in ["a","b"]`],
    [`{ displayName: { in: "a" } }`, `${name} in ["a"]`],
    [`{ displayName: { in: [] } }`, `${name} in []`],
    [`{ displayName: { notIn: ["a"] } }`, `${name} not in ["a"]`],
    [`{ displayName: { isNull: true } }`, `${name} is null`],
    [`{ displayName: { isNull: false } }`, `${name} is not null`],
    [`{ actorHandle: { eq: "alice.test" } }`, `actorHandle eq "alice.test"`],
    [`{ createdAt: { gte: "2026-01-01T01:00:00+01:00" } }`, "createdAt:instant gte 1767225600000000"],
    [`{ indexedAt: { lt: "2026-01-01T00:00:00.000001Z" } }`, "indexedAt lt 1767225600000001"],
    [`{ createdAt: { in: ["2026-01-01T00:00:00Z"] } }`, "createdAt:instant in [1767225600000000]"],
    [`{ pinnedPost: { uri: { eq: "at://x" } } }`, `pinnedPost.uri:string eq "at://x"`],
    [`{ pinnedPost: { isNull: true } }`, "pinnedPost is absent"],
    [`{ avatar: { isNull: false } }`, "avatar is not absent"],
    [`{ labels: { has: ["porn"] } }`, `labeled ["porn"] by any`],
    [`{ labels: { none: ["porn"] } }`, ["Not", `labeled ["porn"] by any`]],
    [`{ labels: { src: ["did:web:a.example"] } }`, `labeled any by ["did:web:a.example"]`],
    [
      `{ labels: { has: ["a"], none: ["b", "c"], src: ["did:web:a.example"] } }`,
      ["Every", `labeled ["a"] by ["did:web:a.example"]`, ["Not", `labeled ["b","c"] by ["did:web:a.example"]`]]
    ],
    [`{ labels: { has: [] } }`, `labeled [] by any`],
    [`{ labels: { has: null } }`, ["Every"]],
    [`{ or: [{ did: { eq: "a" } }, { did: { eq: "b" } }] }`, ["Some", `did eq "a"`, `did eq "b"`]],
    [`{ and: [{ not: { did: { eq: "a" } } }] }`, ["Every", ["Not", `did eq "a"`]]],
    [`{ or: [] }`, ["Some"]],
    [`{ and: [] }`, ["Every"]],
    [
      `{ pinnedPost: { or: [{ uri: { eq: "a" } }, { cid: { isNull: true } }] } }`,
      ["Some", `pinnedPost.uri:string eq "a"`, "pinnedPost.cid:string is null"]
    ]
  ])("%s", (where, expected) => {
    assert.deepStrictEqual<unknown>(shown(where), expected);
  });

  it.each<[string, unknown]>([
    ["{ displayName: { eq: null } }", `${name} is null`],
    ["{ displayName: { ne: null } }", `${name} is not null`],
    ["{ displayName: { contains: null } }", ["Some"]],
    ["{ displayName: { gt: null } }", ["Some"]],
    ["{ displayName: { in: null } }", ["Some"]],
    ["{ displayName: { isNull: null } }", ["Some"]],
    ["{ displayName: null }", ["Every"]],
    ["{ and: null, or: null, not: null }", ["Every", ["Every"], ["Every"], ["Every"]]]
  ])("accepts null: %s", (where, expected) => {
    assert.deepStrictEqual<unknown>(shown(where), expected);
  });

  it.each<[string, string, Record<string, unknown>, unknown]>([
    ["($v: String)", "{ displayName: { contains: $v } }", { v: "a" }, `${name} contains "a"`],
    ["($v: String)", "{ displayName: { eq: $v } }", { v: null }, `${name} is null`],
    ["($v: String)", "{ displayName: { eq: $v } }", {}, ["Every"]],
    [`($v: String = "d")`, "{ displayName: { eq: $v } }", {}, `${name} eq "d"`],
    [`($v: String = "d")`, "{ displayName: { eq: $v } }", { v: null }, `${name} is null`],
    ["($v: String!)", "{ displayName: { eq: $v } }", { v: "x" }, `${name} eq "x"`],
    ["($v: [String!])", "{ displayName: { in: $v } }", { v: ["a", "b"] }, `${name} in ["a","b"]`],
    ["($v: [String!])", "{ displayName: { in: $v } }", { v: "a" }, `${name} in ["a"]`],
    ["($v: String!)", `{ displayName: { in: ["a", $v] } }`, { v: "b" }, `${name} in ["a","b"]`],
    ["($v: Boolean)", "{ displayName: { isNull: $v } }", { v: false }, `${name} is not null`],
    [
      "($v: AppBskyActorProfileWhereInput)",
      "$v",
      { v: { or: [{ did: { eq: "a" } }, { did: { ne: null } }] } },
      ["Some", `did eq "a"`, "did is not null"]
    ],
    ["($v: AppBskyActorProfileWhereInput)", "$v", { v: null }, ["Every"]],
    [
      "($v: StringFieldCondition)",
      "{ displayName: $v }",
      { v: { in: ["a"], isNull: false } },
      ["Every", `${name} in ["a"]`, `${name} is not null`]
    ],
    [
      "($v: DateTime!)",
      "{ createdAt: { eq: $v } }",
      { v: "2026-01-01T00:00:00Z" },
      "createdAt:instant eq 1767225600000000"
    ],
    [
      "($v: String!)",
      "{ createdAt: { eq: $v } }",
      { v: "2026-01-01T00:00:00Z" },
      "createdAt:instant eq 1767225600000000"
    ],
    [
      "($v: [String!]!)",
      "{ createdAt: { in: $v } }",
      { v: ["2026-01-01T00:00:00Z"] },
      "createdAt:instant in [1767225600000000]"
    ],
    ["($v: DateTime)", "{ displayName: { eq: $v } }", { v: "x" }, `${name} eq "x"`]
  ])("accepts variables: %s %s", (declared, where, variables, expected) => {
    assert.deepStrictEqual<unknown>(shown(where, variables, declared), expected);
  });

  it("requires datetimes, and reports where a value is not one", () => {
    const failure = failureOf(`{ a: xyzStatusphereStatus(where: { createdAt: { gte: "yesterday" } }) { totalCount } }`);
    assert.deepStrictEqual<unknown>(failure, {
      phase: "field",
      errors: [
        {
          message: "where.createdAt.gte must be a datetime with a zone, such as 2026-01-31T12:00:00Z.",
          locations: [{ line: 1, column: 3 }],
          path: ["a"],
          extensions: errorExtensions("BAD_USER_INPUT")
        }
      ]
    });
  });
});

describe("sortBy", () => {
  it.each([
    ["", ["indexedAt DESC"]],
    ["(sortBy: [])", ["indexedAt DESC"]],
    ["(sortBy: null)", ["indexedAt DESC"]],
    ["(sortBy: [{ field: createdAt, direction: DESC }])", ["createdAt:instant DESC"]],
    [`(sortBy: [{ field: "createdAt", direction: DESC }])`, ["createdAt:instant DESC"]],
    [`(sortBy: [{ field: "createdAt", direction: "DESC" }])`, ["createdAt:instant DESC"]],
    ["(sortBy: { field: status })", ["status:string ASC"]],
    [
      "(sortBy: [{ field: status }, { field: did, direction: DESC }, { field: status, direction: DESC }])",
      ["status:string ASC", "did DESC"]
    ]
  ])("%s", (given, expected) => {
    assert.deepStrictEqual(showSort(pageOf(`{ xyzStatusphereStatus${given} { totalCount } }`).page), expected);
  });

  it("accepts variables for the whole argument or parts of it", () => {
    const part =
      "query($d: SortDirection!) { xyzStatusphereStatus(sortBy: [{ field: status, direction: $d }]) { totalCount } }";
    assert.deepStrictEqual(showSort(pageOf(part, { variables: { d: "DESC" } }).page), ["status:string DESC"]);
    assert.deepStrictEqual(showSort(pageOf(part, { variables: { d: "ASC" } }).page), ["status:string ASC"]);
    const whole =
      "query($s: [XyzStatusphereStatusSortFieldInput!]) { xyzStatusphereStatus(sortBy: $s) { totalCount } }";
    const sort = [{ field: "status" }, { field: "uri", direction: "DESC" }];
    assert.deepStrictEqual(showSort(pageOf(whole, { variables: { s: sort } }).page), ["status:string ASC", "uri DESC"]);
    assert.deepStrictEqual(showSort(pageOf(whole, { variables: {} }).page), ["indexedAt DESC"]);
  });

  it("refuses a string that is not a field name", () => {
    const { phase, errors } = failureOf(`{ xyzStatusphereStatus(sortBy: [{ field: "age" }]) { totalCount } }`);
    assert.strictEqual(phase, "request");
    assert.strictEqual(errors[0]?.extensions.code, "GRAPHQL_VALIDATION_FAILED");
  });
});
