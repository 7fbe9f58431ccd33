import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { GraphQLObjectType, GraphQLString, validateSchema } from "graphql";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { printApiSchema } from "../../../../src/adapters/graphql/schema/printApiSchema.ts";
import { parseLexiconSet } from "../../../../src/domain/lexicon/parse/parseLexiconSet.ts";
import { arbitraryLexicons } from "../../../domain/lexicon/arbitraryLexicons.ts";
import { lexiconsOf, lexiconsOfDocuments } from "../../../domain/lexicon/lexiconsOf.ts";
import { readLexiconFolder } from "../../../domain/lexicon/readLexiconFolder.ts";
import { startingLexicons } from "../../../domain/lexicon/startingLexicons.ts";
import { vectorsFolder } from "../../../domain/lexicon/vectorsFolder.ts";
import { noteLexicons } from "../plan/notes.ts";

/** Type by type, without descriptions. */
const printed = (lexicons = startingLexicons): ReadonlyMap<string, string> => {
  const text = printApiSchema(buildApiSchema(lexicons).schema)
    .replace(/^ *"""[\s\S]*?"""\n/gm, "")
    .replace(/\n\n(?= )/g, "\n");
  return new Map(text.split("\n\n").map((type) => [type.split(/\s+/)[1] ?? "", type.trim()]));
};

const lines = (text: string | undefined): ReadonlyArray<string> =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "}");

const pageArgument = /^(after|before|first|last|sortBy|where): /;

describe("the schema of the starting Lexicons", () => {
  const { schema } = buildApiSchema(startingLexicons);
  const types = printed();

  it("is valid", () => {
    assert.deepStrictEqual(validateSchema(schema), []);
  });

  it("has the published root fields", () => {
    assert.deepStrictEqual(Object.keys(schema.getQueryType()?.getFields() ?? {}), [
      "appBskyActorProfile",
      "appBskyActorProfileAggregated",
      "appNeutralActorProfile",
      "appNeutralActorProfileAggregated",
      "xyzStatusphereStatus",
      "xyzStatusphereStatusAggregated",
      "record",
      "notifications",
      "search",
      "viewer"
    ]);
    assert.deepStrictEqual(Object.keys(schema.getMutationType()?.getFields() ?? {}), [
      "createAppBskyActorProfile",
      "updateAppBskyActorProfile",
      "deleteAppBskyActorProfile",
      "createAppNeutralActorProfile",
      "updateAppNeutralActorProfile",
      "deleteAppNeutralActorProfile",
      "createXyzStatusphereStatus",
      "updateXyzStatusphereStatus",
      "deleteXyzStatusphereStatus",
      "applyWrites",
      "uploadBlob"
    ]);
    assert.deepStrictEqual(Object.keys(schema.getSubscriptionType()?.getFields() ?? {}), [
      "appBskyActorProfileCreated",
      "appBskyActorProfileUpdated",
      "appBskyActorProfileDeleted",
      "appNeutralActorProfileCreated",
      "appNeutralActorProfileUpdated",
      "appNeutralActorProfileDeleted",
      "xyzStatusphereStatusCreated",
      "xyzStatusphereStatusUpdated",
      "xyzStatusphereStatusDeleted",
      "notificationCreated"
    ]);
  });

  it("defines a record with its properties, the fields of the service, and joins", () => {
    assert.deepStrictEqual(
      lines(types.get("AppNeutralActorProfile")).filter((line) => !pageArgument.test(line)),
      [
        "type AppNeutralActorProfile {",
        "actorHandle: String",
        "appBskyActorProfileByDid: AppBskyActorProfile",
        "appBskyActorProfileViaJoinedViaStarterPack(",
        "): AppBskyActorProfileConnection!",
        "appBskyActorProfileViaPinnedPost(",
        "): AppBskyActorProfileConnection!",
        "appNeutralActorProfileByDid: AppNeutralActorProfile",
        "avatar: Blob",
        "cid: String",
        "collection: String",
        "description: String",
        "did: String",
        "displayName: String",
        "indexedAt: String",
        "joins: Joins!",
        "labels: [Label!]!",
        "rkey: String",
        "uri: String",
        "value: JSON",
        "viewerAppBskyActorProfileViaJoinedViaStarterPack: AppBskyActorProfile",
        "viewerAppBskyActorProfileViaPinnedPost: AppBskyActorProfile",
        "xyzStatusphereStatusByDid(",
        "): XyzStatusphereStatusConnection!"
      ]
    );
  });

  it("defines the arguments of a collection query on every connection", () => {
    const page = (field: string | undefined) => (field ?? "").match(/\((.*)\)/s)?.[1];
    const root = printApiSchema(schema).replace(/^ *"""[\s\S]*?"""\n/gm, "");
    const of = (name: string) => page(root.match(new RegExp(`  ${name}\\([^)]*\\)`))?.[0]);
    assert.include(of("appBskyActorProfile"), "where: AppBskyActorProfileWhereInput");
    const own = "\n    respectPreferences: Boolean = false\n";
    assert.include(of("appBskyActorProfile"), own);
    assert.strictEqual(of("appBskyActorProfileViaPinnedPost"), of("appBskyActorProfile")?.replace(own, ""));
  });

  it("prefers all labels to the property with those of the author, which are among them", () => {
    assert.include(lines(types.get("AppBskyActorProfile")), "labels: [Label!]!");
    assert.isUndefined(types.get("AppBskyActorProfileLabels"));
    assert.include(lines(types.get("AppBskyActorProfileInput")), "labels: AppBskyActorProfileLabelsInput");
    assert.include(lines(types.get("AppBskyActorProfileWhereInput")), "labels: LabelsCondition");
  });

  it.each([
    [
      "XyzStatusphereStatusConnection",
      [
        "edges: [XyzStatusphereStatusEdge!]!",
        "nodes: [XyzStatusphereStatus!]!",
        "pageInfo: PageInfo!",
        "totalCount(",
        "atMost: Int",
        "): Int!"
      ]
    ],
    ["XyzStatusphereStatusEdge", ["cursor: String!", "node: XyzStatusphereStatus!"]],
    ["XyzStatusphereStatusInput", ["createdAt: DateTime!", "status: String!"]],
    [
      "XyzStatusphereStatusSortFieldInput",
      ["direction: SortDirection! = ASC", "field: XyzStatusphereStatusSortField!"]
    ],
    [
      "XyzStatusphereStatusSortField",
      ["actorHandle", "cid", "collection", "createdAt", "did", "indexedAt", "rkey", "status", "uri"]
    ],
    [
      "XyzStatusphereStatusWhereInput",
      [
        "actorHandle: StringFieldCondition",
        "and: [XyzStatusphereStatusWhereInput!]",
        "cid: StringFieldCondition",
        "collection: StringFieldCondition",
        "createdAt: DateTimeFieldCondition",
        "did: StringFieldCondition",
        "indexedAt: DateTimeFieldCondition",
        "labels: LabelsCondition",
        "not: XyzStatusphereStatusWhereInput",
        "or: [XyzStatusphereStatusWhereInput!]",
        "rkey: StringFieldCondition",
        "status: StringFieldCondition",
        "uri: StringFieldCondition"
      ]
    ],
    [
      "AppBskyActorProfileLabelsInput",
      ["selfLabels: ComAtprotoLabelDefsSelfLabelsInput", "type: AppBskyActorProfileLabelsType!"]
    ],
    ["AppBskyActorProfileLabelsType", ["SELF_LABELS"]],
    ["Blob", ["mimeType: String", "ref: String", "size: Int", "url(", "preset: String", "): String"]],
    ["BlobInput", ["mimeType: String!", "ref: String!", "size: Int!"]],
    ["DeleteResult", ["uri: String!"]],
    ["DateInterval", ["DAY", "HOUR", "MONTH", "WEEK"]],
    ["XyzStatusphereStatusGroupByFieldInput", ["field: XyzStatusphereStatusGroupByField!", "interval: DateInterval"]],
    [
      "XyzStatusphereStatusGroupByField",
      ["actorHandle", "cid", "collection", "createdAt", "did", "indexedAt", "rkey", "status", "uri"]
    ],
    [
      "XyzStatusphereStatusAggregated",
      [
        "actorHandle: String",
        "cid: String",
        "collection: String",
        "count: Int!",
        "createdAt: String",
        "did: String",
        "indexedAt: String",
        "rkey: String",
        "status: String",
        "uri: String"
      ]
    ]
  ])("has %s", (name, expected) => {
    assert.deepStrictEqual(lines(types.get(name)).slice(1), expected);
  });

  it("offers the operators of each scalar", () => {
    const operators = (name: string) =>
      lines(types.get(name))
        .slice(1)
        .map((line) => line.split(":")[0]);
    assert.deepStrictEqual(operators("StringFieldCondition"), [
      "contains",
      "eq",
      "gt",
      "gte",
      "in",
      "isNull",
      "lt",
      "lte",
      "ne",
      "notIn",
      "search",
      "startsWith"
    ]);
    assert.deepStrictEqual(operators("DateTimeFieldCondition"), [
      "eq",
      "gt",
      "gte",
      "in",
      "isNull",
      "lt",
      "lte",
      "ne",
      "notIn"
    ]);
    assert.deepStrictEqual(operators("PresenceFieldCondition"), ["isNull"]);
  });

  it("includes the descriptions of a Lexicon", () => {
    assert.strictEqual(schema.getType("XyzStatusphereStatus")?.description, "How somebody is right now, in one emoji.");
    assert.include(printApiSchema(schema), "Free-form profile description text.");
  });

  it("is the same for any order of the files", () => {
    const reversed = lexiconsOfDocuments(...startingLexicons.documents.toReversed());
    assert.strictEqual(printApiSchema(buildApiSchema(reversed).schema), printApiSchema(schema));
  });
});

describe("the schema of other Lexicons", () => {
  it("defines integers beyond 32 bits as SafeInt, and values without properties as JSON", () => {
    const types = printed(
      lexiconsOfDocuments({
        lexicon: 1,
        id: "a.b.c",
        defs: {
          main: {
            type: "record",
            key: "tid",
            record: {
              type: "object",
              properties: {
                wide: { type: "integer", maximum: 2 ** 40 },
                bare: { type: "ref", ref: "#bare" },
                either: { type: "union", refs: ["#bare", "#self"] },
                inline: { type: "object", properties: { x: { type: "bytes" } } },
                other: { type: "ref", ref: "a.b.c" }
              }
            }
          },
          bare: { type: "object", properties: {} },
          self: { type: "object", required: ["self"], properties: { self: { type: "ref", ref: "#self" } } }
        }
      })
    );
    assert.includeMembers(
      [...lines(types.get("ABC"))],
      ["wide: SafeInt", "bare: JSON", "either: ABCEither", "inline: ABCInline", "other: ABCValue"]
    );
    assert.strictEqual(types.get("ABCEither"), "union ABCEither = ABCBare | ABCSelf");
    assert.deepStrictEqual(lines(types.get("ABCBare")), ["type ABCBare {", "_: Boolean"]);
    assert.deepStrictEqual(lines(types.get("ABCSelfInput")), ["input ABCSelfInput {", "self: ABCSelfInput"]);
    assert.include(lines(types.get("ABCWhereInput")), "inline: ABCInlineWhereInput");
  });

  it("resolves references in records, objects and lists", () => {
    const notes = printed(noteLexicons);
    assert.strictEqual(
      notes.get("Record"),
      "union Record = AppBskyActorProfile | AppNeutralActorProfile | OrgExampleNote | XyzStatusphereStatus"
    );
    const resolved = (name: string) => lines(notes.get(name)).filter((line) => line.includes("Resolved"));
    assert.deepStrictEqual(resolved("OrgExampleNote"), [
      "aboutResolved: Record",
      "citesResolved: [Record]",
      "sourcesResolved: [Record]",
      "subjectResolved: Record"
    ]);
    assert.deepStrictEqual(resolved("OrgExampleNoteReply"), ["parentResolved: Record", "rootResolved: Record"]);
    assert.deepStrictEqual(resolved("OrgExampleNoteParts"), ["linkResolved: Record"]);
    assert.include(lines(notes.get("Query")), "record(");
  });

  it("prefers a property of the Lexicon to a field derived from another one", () => {
    const properties = {
      a: { type: "string", format: "at-uri" },
      aResolved: { type: "string" },
      aBCByDid: { type: "string" },
      count: { type: "integer" }
    };
    const types = printed(
      lexiconsOfDocuments({
        lexicon: 1,
        id: "a.b.c",
        defs: { main: { type: "record", key: "tid", record: { type: "object", properties } } }
      })
    );
    assert.includeMembers([...lines(types.get("ABC"))], ["aResolved: String", "aBCByDid: String", "aBCViaA("]);
    assert.includeMembers([...lines(types.get("ABCAggregated"))], ["count: Int!", "count_: SafeInt"]);
  });

  it("includes root fields of other parts of the service", () => {
    const { schema } = buildApiSchema(startingLexicons, {
      query: { oauthClients: { type: GraphQLString } },
      mutation: { createOAuthClient: { type: GraphQLString } }
    });
    assert.deepStrictEqual(validateSchema(schema), []);
    assert.isDefined(schema.getQueryType()?.getFields().oauthClients);
    assert.isDefined(schema.getQueryType()?.getFields().viewer);
    assert.isDefined(schema.getMutationType()?.getFields().createOAuthClient);
  });

  it("is valid without collections", () => {
    assert.deepStrictEqual(validateSchema(buildApiSchema(lexiconsOf([])).schema), []);
  });

  it("is valid for every valid set of Lexicons", () => {
    fc.assert(
      fc.property(arbitraryLexicons, (documents) => {
        const parsed = parseLexiconSet(documents.map((document) => ({ file: String(document.id), document })));
        fc.pre(Either.isRight(parsed));
        if (Either.isRight(parsed)) assert.deepStrictEqual(validateSchema(buildApiSchema(parsed.right).schema), []);
      }),
      { numRuns: 50 }
    );
  });
});

const published = vectorsFolder("atproto-lexicons/lexicons", "the schema of the published Lexicons");

describe.skipIf(published === null)("the schema of the published Lexicons", () => {
  it("is valid", () => {
    const { schema } = buildApiSchema(lexiconsOf(readLexiconFolder(published ?? "")));
    assert.deepStrictEqual(validateSchema(schema), []);
    assert.isDefined(schema.getType("AppBskyFeedPostEmbed"));
    const post = schema.getType("AppBskyFeedPost");
    assert.isTrue(post instanceof GraphQLObjectType);
    if (!(post instanceof GraphQLObjectType)) return;
    assert.containsAllKeys(post.getFields(), [
      "appBskyFeedLikeViaSubject",
      "appBskyFeedPostViaReplyParent",
      "viewerAppBskyFeedLikeViaSubject",
      "viewerAppBskyGraphFollowViaSubject"
    ]);
  });
});
