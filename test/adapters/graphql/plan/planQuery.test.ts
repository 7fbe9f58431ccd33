import { assert, describe, it } from "@effect/vitest";
import { errorExtensions } from "../../../../src/application/api/errorExtensions.ts";
import { alice, pageOf, planOfMutation, planOfQuery, rootsOf } from "./planning.ts";

const string = { _tag: "ScalarShape", type: "string" };

describe("a collection query", () => {
  it("is planned as one page, with its members in the order of the selection", () => {
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

  it("plans the shapes of blobs and objects, and labels", () => {
    const [root] = rootsOf(`{
      appBskyActorProfile {
        nodes {
          __typename
          avatar { ref mimeType size url banner: url(preset: "banner") __typename }
          pinnedPost { at: uri cid }
          labels { __typename val }
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
        _tag: "LabelsField",
        key: "labels",
        members: [
          { _tag: "LabelTypename", key: "__typename", name: "Label" },
          { _tag: "LabelProperty", key: "val", property: "val" }
        ]
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
    assert.deepStrictEqual<unknown>(labels, {
      _tag: "LabelsField",
      key: "labels",
      members: [{ _tag: "LabelProperty", key: "val", property: "val" }]
    });
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

  it("queries the index with the DID of the signed-in user", () => {
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

  it("is null when no user is signed in", () => {
    assert.deepStrictEqual<unknown>(rootsOf(document), [{ _tag: "ViewerRoot", key: "viewer", did: null, members: [] }]);
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
        extensions: errorExtensions("BAD_USER_INPUT")
      }
    ]);
    assert.include(JSON.stringify(found), `{"_tag":"BlobUrl","key":"url","preset":null}`);
  });

  it("that is unknown does not affect the rest of a mutation", () => {
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

  it("is a different one if a value is null or omitted", () => {
    const queries = [{ s: "a" }, { s: null }, {}].map((variables) => planOfQuery(document, { variables }).query);
    assert.strictEqual(new Set(queries).size, 3);
  });

  it("is a different one for other conditions of a selection", () => {
    const conditional = "query($b: Boolean!) { xyzStatusphereStatus { totalCount @include(if: $b) __typename } }";
    const members = (b: boolean) => pageOf(conditional, { variables: { b } }).page.members.map(({ key }) => key);
    assert.deepStrictEqual(
      [members(true), members(false), members(true)],
      [["totalCount", "__typename"], ["__typename"], ["totalCount", "__typename"]]
    );
  });
});
