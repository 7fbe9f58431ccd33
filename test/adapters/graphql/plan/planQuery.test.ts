import { assert, describe, it } from "@effect/vitest";
import { encodeCursor, sortFingerprint } from "../../../../src/domain/record/query/Cursor.ts";
import type { Seek, SortKey } from "../../../../src/domain/record/query/RecordQuery.ts";
import { alice, failureOf, pageOf, planOfMutation, planOfQuery, rootsOf, showFilter, showSort } from "./planning.ts";

const string = { _tag: "ScalarShape", type: "string" };

describe("a collection query", () => {
  it("is one page, with its members in the order they are asked for", () => {
    const { query, parameters, keys, executed } = planOfQuery(`{
      xyzStatusphereStatus(first: 20, where: { status: { eq: "👍" } }, sortBy: [{ field: createdAt, direction: DESC }]) {
        totalCount
        edges { cursor node { uri status createdAt } }
        pageInfo { hasNextPage endCursor }
      }
    }`);
    assert.deepStrictEqual<unknown>(query, {
      roots: [
        {
          _tag: "PageRoot",
          key: "xyzStatusphereStatus",
          page: {
            collection: "xyz.statusphere.status",
            where: {
              _tag: "Compare",
              operand: { _tag: "PropertyOperand", path: ["status"], type: "string" },
              operator: "eq",
              value: { _tag: "Parameter", index: 0 }
            },
            sort: [{ operand: { _tag: "PropertyOperand", path: ["createdAt"], type: "instant" }, direction: "DESC" }],
            direction: "forward",
            take: { _tag: "Parameter", index: 1 },
            after: null,
            before: null,
            members: [
              { _tag: "TotalCount", key: "totalCount" },
              {
                _tag: "Edges",
                key: "edges",
                members: [
                  { _tag: "Cursor", key: "cursor" },
                  {
                    _tag: "Node",
                    key: "node",
                    selection: [
                      { _tag: "MetaField", key: "uri", meta: "uri" },
                      { _tag: "PropertyField", key: "status", property: "status", shape: string },
                      {
                        _tag: "PropertyField",
                        key: "createdAt",
                        property: "createdAt",
                        shape: { _tag: "ScalarShape", type: "instant" }
                      }
                    ]
                  }
                ]
              },
              {
                _tag: "PageInfo",
                key: "pageInfo",
                members: [
                  { _tag: "HasNextPage", key: "hasNextPage" },
                  { _tag: "EndCursor", key: "endCursor" }
                ]
              }
            ]
          }
        }
      ]
    });
    assert.deepStrictEqual<unknown>(parameters, ["👍", 20]);
    assert.deepStrictEqual(keys, ["xyzStatusphereStatus"]);
    assert.isNull(executed);
  });

  it("gives shapes to blobs, objects, unions and lists", () => {
    const [root] = rootsOf(`{
      appBskyActorProfile {
        nodes {
          __typename
          avatar { ref mimeType size url banner: url(preset: "banner") __typename }
          pinnedPost { at: uri cid }
          labels { __typename ... on ComAtprotoLabelDefsSelfLabels { values { val } } }
          value
        }
      }
    }`);
    const [member] = root?._tag === "PageRoot" ? root.page.members : [];
    assert.deepStrictEqual<unknown>(member?._tag === "Nodes" ? member.selection : null, [
      { _tag: "TypenameField", key: "__typename", name: "AppBskyActorProfile" },
      {
        _tag: "PropertyField",
        key: "avatar",
        property: "avatar",
        shape: {
          _tag: "BlobShape",
          members: [
            { _tag: "BlobRef", key: "ref" },
            { _tag: "BlobMimeType", key: "mimeType" },
            { _tag: "BlobSize", key: "size" },
            { _tag: "BlobUrl", key: "url", preset: "feed_fullsize" },
            { _tag: "BlobUrl", key: "banner", preset: "banner" },
            { _tag: "BlobTypename", key: "__typename", name: "Blob" }
          ]
        }
      },
      {
        _tag: "PropertyField",
        key: "pinnedPost",
        property: "pinnedPost",
        shape: {
          _tag: "ObjectShape",
          members: [
            { _tag: "ObjectProperty", key: "at", property: "uri", shape: string },
            { _tag: "ObjectProperty", key: "cid", property: "cid", shape: string }
          ]
        }
      },
      {
        _tag: "PropertyField",
        key: "labels",
        property: "labels",
        shape: {
          _tag: "UnionShape",
          variants: new Map([
            [
              "com.atproto.label.defs#selfLabels",
              [
                { _tag: "ObjectTypename", key: "__typename", name: "ComAtprotoLabelDefsSelfLabels" },
                {
                  _tag: "ObjectProperty",
                  key: "values",
                  property: "values",
                  shape: {
                    _tag: "ListShape",
                    item: {
                      _tag: "ObjectShape",
                      members: [{ _tag: "ObjectProperty", key: "val", property: "val", shape: string }]
                    }
                  }
                }
              ]
            ]
          ])
        }
      },
      { _tag: "ValueField", key: "value" }
    ]);
  });

  it("joins the author's other records", () => {
    const [root] = rootsOf(`{
      xyzStatusphereStatus {
        nodes {
          labels { val }
          appNeutralActorProfileByDid { displayName }
          xyzStatusphereStatusByDid(first: 3) { totalCount }
        }
      }
    }`);
    const [member] = root?._tag === "PageRoot" ? root.page.members : [];
    const [labels, profile, page] = member?._tag === "Nodes" ? member.selection : [];
    assert.deepStrictEqual<unknown>(labels, { _tag: "EmptyListField", key: "labels" });
    assert.deepStrictEqual<unknown>(profile, {
      _tag: "DidRecord",
      key: "appNeutralActorProfileByDid",
      collection: "app.neutral.actor.profile",
      rkey: "self",
      selection: [{ _tag: "PropertyField", key: "displayName", property: "displayName", shape: string }]
    });
    assert.strictEqual(page?._tag, "DidPage");
    if (page?._tag === "DidPage") assert.strictEqual(String(page.page.collection), "xyz.statusphere.status");
  });
});

describe("viewer", () => {
  const document = "{ viewer { did handle me: appNeutralActorProfileByDid { displayName } __typename } }";

  it("is asked of the index with the DID of who is signed in", () => {
    assert.deepStrictEqual<unknown>(rootsOf(document, { viewerDid: alice }), [
      {
        _tag: "ViewerRoot",
        key: "viewer",
        did: { _tag: "Parameter", index: 0 },
        members: [
          { _tag: "ViewerDid", key: "did" },
          { _tag: "ViewerHandle", key: "handle" },
          {
            _tag: "DidRecord",
            key: "me",
            collection: "app.neutral.actor.profile",
            rkey: "self",
            selection: [{ _tag: "PropertyField", key: "displayName", property: "displayName", shape: string }]
          },
          { _tag: "ViewerTypename", key: "__typename", name: "Viewer" }
        ]
      }
    ]);
    assert.deepStrictEqual<unknown>(planOfQuery(document, { viewerDid: alice }).parameters, [alice]);
  });

  it("is null when nobody is", () => {
    assert.deepStrictEqual<unknown>(rootsOf(document), [{ _tag: "ViewerRoot", key: "viewer", did: null, members: [] }]);
  });
});

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
    [`{ labels: { isNull: true } }`, "labels is absent"],
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
  ])("takes null for what it says: %s", (where, expected) => {
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
  ])("takes variables: %s %s", (declared, where, variables, expected) => {
    assert.deepStrictEqual<unknown>(shown(where, variables, declared), expected);
  });

  it("wants datetimes, and says where one is not", () => {
    const failure = failureOf(`{ a: xyzStatusphereStatus(where: { createdAt: { gte: "yesterday" } }) { totalCount } }`);
    assert.deepStrictEqual<unknown>(failure, {
      phase: "field",
      errors: [
        {
          message: "where.createdAt.gte must be a datetime with a zone, such as 2026-01-31T12:00:00Z.",
          locations: [{ line: 1, column: 3 }],
          path: ["a"],
          extensions: { code: "BAD_USER_INPUT" }
        }
      ]
    });
  });
});

describe("paging", () => {
  const cut = (given: string, variables: Record<string, unknown> = {}, declared = "") => {
    const { page, parameters } = pageOf(`query${declared} { xyzStatusphereStatus${given} { totalCount } }`, {
      variables
    });
    return {
      direction: page.direction,
      take: parameters[page.take.index],
      seek: page.after ?? page.before,
      page,
      parameters
    };
  };
  const newestFirst: ReadonlyArray<SortKey> = [
    { operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }
  ];
  const uri = "at://did:plc:alice/xyz.statusphere.status/3jzfcijpj2z2a";
  const cursor = encodeCursor(sortFingerprint(newestFirst), { values: [1767225600000000], uri });

  it.each<[string, string, number]>([
    ["", "forward", 50],
    ["(first: 0)", "forward", 0],
    ["(first: 7)", "forward", 7],
    ["(first: 1001)", "forward", 1000],
    ["(first: null, after: null)", "forward", 50],
    ["(last: 7)", "backward", 7],
    ["(last: 7, before: null)", "backward", 7],
    ["(before: null)", "forward", 50]
  ])("%s", (given, direction, take) => {
    const found = cut(given);
    assert.strictEqual(found.direction, direction);
    assert.strictEqual(found.take, take);
    assert.isNull(found.seek);
  });

  it.each<[Record<string, unknown>, number]>([
    [{ n: 3 }, 3],
    [{ n: null }, 50],
    [{}, 20]
  ])("takes the size from a variable: %j", (variables, take) => {
    assert.strictEqual(cut("(first: $n)", variables, "($n: Int = 20)").take, take);
  });

  it.each([
    ["(after: $c)", "forward", 50],
    ["(first: 2, after: $c)", "forward", 2],
    ["(before: $c)", "backward", 50],
    ["(last: 2, before: $c)", "backward", 2]
  ])("starts from a cursor: %s", (given, direction, take) => {
    const found = cut(given, { c: cursor }, "($c: String)");
    assert.strictEqual(found.direction, direction);
    assert.strictEqual(found.take, take);
    const [value] = found.seek?.values ?? [];
    assert.strictEqual(found.parameters[value?.index ?? -1], 1767225600000000);
    assert.strictEqual(found.parameters[found.seek?.uri.index ?? -1], uri);
  });

  it.each([
    ["(after: $c, before: $d)", "forward", 50],
    ["(first: 2, after: $c, before: $d)", "forward", 2],
    ["(last: 2, after: $c, before: $d)", "backward", 2]
  ])("lies between two cursors: %s", (given, direction, take) => {
    const later = encodeCursor(sortFingerprint(newestFirst), { values: [1], uri });
    const found = cut(given, { c: cursor, d: later }, "($c: String, $d: String)");
    assert.strictEqual(found.direction, direction);
    assert.strictEqual(found.take, take);
    const valueOf = (seek: Seek | null) => found.parameters[seek?.values[0]?.index ?? -1];
    assert.deepStrictEqual([valueOf(found.page.after), valueOf(found.page.before)], [1767225600000000, 1]);
  });

  it.each([
    ["(first: 2, before: $c)", "forward", "before"],
    ["(last: 2, after: $c)", "backward", "after"]
  ] as const)("takes one end towards a cursor at the other: %s", (given, direction, side) => {
    const { page } = cut(given, { c: cursor }, "($c: String)");
    assert.strictEqual(page.direction, direction);
    assert.isNotNull(page[side]);
    assert.isNull(page[side === "before" ? "after" : "before"]);
  });

  it("takes a null cursor for the first page", () => {
    assert.isNull(cut("(first: 2, after: $c)", { c: null }, "($c: String)").seek);
    assert.isNull(cut("(first: 2, after: $c)", {}, "($c: String)").seek);
  });

  it("knows which values of a cursor are null", () => {
    const byStatus = "(after: $c, sortBy: [{ field: status }])";
    const sort: ReadonlyArray<SortKey> = [
      { operand: { _tag: "PropertyOperand", path: ["status"], type: "string" }, direction: "ASC" }
    ];
    const of = (value: string | null) => ({ c: encodeCursor(sortFingerprint(sort), { values: [value], uri }) });
    const withValue = cut(byStatus, of("a"), "($c: String)");
    const withNull = cut(byStatus, of(null), "($c: String)");
    const again = cut(byStatus, of("b"), "($c: String)");
    assert.deepStrictEqual(withNull.seek?.values, [null]);
    assert.strictEqual(again.page, withValue.page);
    assert.notStrictEqual(again.page, withNull.page);
    assert.include(again.parameters, "b");
  });

  it.each([
    [`(after: "nonsense")`, "after is no cursor of this service."],
    [`(before: "nonsense")`, "before is no cursor of this service."],
    [`(after: "")`, "after is no cursor of this service."],
    [
      `(after: "${cursor}", sortBy: [{ field: status }])`,
      "after is a cursor of another order: ask for the first page again."
    ]
  ])("refuses a cursor it did not make for this order: %s", (given, message) => {
    const { phase, errors } = failureOf(`{ xyzStatusphereStatus${given} { totalCount } }`);
    assert.strictEqual(phase, "field");
    assert.deepStrictEqual<unknown>(
      errors.map(({ message: text, path, extensions }) => [text, path, extensions.code]),
      [[message, ["xyzStatusphereStatus"], "BAD_CURSOR"]]
    );
  });

  it("refuses a bad cursor after a good one too", () => {
    const document = "query($c: String) { xyzStatusphereStatus(after: $c) { totalCount } }";
    assert.isNotNull(pageOf(document, { variables: { c: cursor } }).page.after);
    assert.strictEqual(failureOf(document, { variables: { c: "no" } }).errors[0]?.extensions.code, "BAD_CURSOR");
  });

  it.each([
    ["(first: -1)", "first must not be negative."],
    ["(last: -1)", "last must not be negative."],
    ["(first: 1, last: 1)", "Give first or last, not both."],
    [`(first: 1, last: 1, after: "${cursor}")`, "Give first or last, not both."]
  ])("refuses %s", (given, message) => {
    const { errors } = failureOf(`{ xyzStatusphereStatus${given} { totalCount } }`);
    assert.deepStrictEqual(
      errors.map((error) => [error.message, error.extensions.code]),
      [[message, "BAD_USER_INPUT"]]
    );
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

  it("takes variables, whole or in part", () => {
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

  it("refuses a string that names no field", () => {
    const { phase, errors } = failureOf(`{ xyzStatusphereStatus(sortBy: [{ field: "age" }]) { totalCount } }`);
    assert.strictEqual(phase, "request");
    assert.strictEqual(errors[0]?.extensions.code, "GRAPHQL_VALIDATION_FAILED");
  });
});

describe("a preset", () => {
  it("may be a variable", () => {
    const document = "query($p: String) { appNeutralActorProfile { nodes { avatar { url(preset: $p) } } } }";
    const preset = (variables: Record<string, unknown>) =>
      JSON.stringify(rootsOf(document, { variables })).match(/"preset":"(\w+)"/)?.[1];
    assert.strictEqual(preset({ p: "avatar" }), "avatar");
    assert.strictEqual(preset({ p: "banner" }), "banner");
    assert.strictEqual(preset({ p: "avatar" }), "avatar");
    assert.strictEqual(preset({ p: null }), "feed_fullsize");
    assert.strictEqual(preset({}), "feed_fullsize");
  });

  it("must be one of the four", () => {
    const document = `{ appNeutralActorProfile { nodes { avatar { ref url(preset: "huge") } } } }`;
    const found = planOfQuery(document);
    assert.deepStrictEqual<unknown>(found.fieldErrors, [
      {
        message: "preset must be one of avatar, banner, feed_thumbnail, feed_fullsize.",
        locations: [{ line: 1, column: document.indexOf("url") + 1 }],
        extensions: { code: "BAD_USER_INPUT" }
      }
    ]);
    assert.include(JSON.stringify(found), `{"_tag":"BlobUrl","key":"url","preset":null}`);
  });

  it("that is unknown leaves the rest of a mutation alone", () => {
    const document = `mutation { createAppNeutralActorProfile(input: {}) { uri avatar { url(preset: "huge") } } }`;
    const { fieldErrors, steps } = planOfMutation(document);
    assert.deepStrictEqual([fieldErrors.length, steps.length], [1, 1]);
  });
});

describe("a compiled query", () => {
  const document =
    "query($s: String, $n: Int = 20) { xyzStatusphereStatus(first: $n, where: { status: { eq: $s } }) { totalCount } }";

  it("is the same object for other values", () => {
    const one = planOfQuery(document, { variables: { s: "a" } });
    const two = planOfQuery(document, { variables: { s: "b", n: 3 } });
    assert.strictEqual(one.query, two.query);
    assert.deepStrictEqual<unknown>(
      [one.parameters, two.parameters],
      [
        ["a", 20],
        ["b", 3]
      ]
    );
  });

  it("is another one where null or nothing is given", () => {
    const queries = [{ s: "a" }, { s: null }, {}].map((variables) => planOfQuery(document, { variables }).query);
    assert.strictEqual(new Set(queries).size, 3);
  });

  it("is another one for other conditions of a selection", () => {
    const conditional = "query($b: Boolean!) { xyzStatusphereStatus { totalCount @include(if: $b) __typename } }";
    const members = (b: boolean) => pageOf(conditional, { variables: { b } }).page.members.map(({ key }) => key);
    assert.deepStrictEqual(
      [members(true), members(false), members(true)],
      [["totalCount", "__typename"], ["__typename"], ["totalCount", "__typename"]]
    );
  });
});
