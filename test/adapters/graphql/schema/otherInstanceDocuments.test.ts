import { assert, describe, it } from "@effect/vitest";
import { parse, validate } from "graphql";
import { rootFields } from "../../../../src/adapters/graphql/rootFields.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { lexiconsOfDocuments } from "../../../domain/lexicon/lexiconsOf.ts";
import { statusLexicon } from "../../../support/movein/otherRows.ts";

const text = { type: "string" };
const datetime = { type: "string", format: "datetime" };

const record = (id: string, properties: object, key = "tid") => ({
  lexicon: 1,
  id,
  defs: { main: { type: "record", key, record: { type: "object", required: [], properties } } }
});

const { schema } = buildApiSchema(
  lexiconsOfDocuments(
    statusLexicon,
    record("dev.example.gallery", { title: text, position: { type: "integer" }, createdAt: datetime }),
    record("dev.example.favorite", { subject: { type: "string", format: "at-uri" }, createdAt: datetime }),
    record("dev.example.follow", { subject: { type: "string", format: "did" }, createdAt: datetime }),
    record("dev.example.profile", { displayName: text, avatar: { type: "blob" } }, "literal:self")
  ),
  rootFields
);

/** What apps of quickslice 0.20 send, in the forms that its guides document. */
const documents: ReadonlyArray<readonly [what: string, document: string]> = [
  [
    "a page with the built-in fields",
    `{ xyzStatusphereStatus(first: 20, after: "c", sortBy: [{ field: createdAt, direction: DESC }]) {
      edges { cursor node { uri cid did collection actorHandle indexedAt status createdAt } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount } }`
  ],
  ["a page backward", `{ xyzStatusphereStatus(last: 10, before: "c") { edges { node { status } } } }`],
  [
    "every operator of a filter",
    `{ devExampleGallery(where: {
        title: { eq: "a", ne: "b", in: ["c"], contains: "d", isNull: false }
        createdAt: { gt: "2026-01-01T00:00:00Z", lt: "2027-01-01T00:00:00Z" }
        position: { gte: 1, lte: 10 } actorHandle: { eq: "alice.test" } did: { eq: "did:web:a.test" }
      }) { totalCount } }`
  ],
  [
    "joins: forward, reverse, and by author",
    `{ devExampleFavorite(first: 5) { edges { node { subject
        subjectResolved { ... on DevExampleGallery { uri title
          devExampleFavoriteViaSubject(first: 10, sortBy: [{ field: createdAt, direction: ASC }],
            where: { createdAt: { gt: "2026-01-01T00:00:00Z" } }) { totalCount edges { node { createdAt } } pageInfo { endCursor } }
          devExampleProfileByDid { displayName avatar { ref mimeType size url(preset: "avatar") } }
          devExampleGalleryByDid(first: 3) { totalCount edges { node { title } } } } }
      } } } }`
  ],
  [
    "what the viewer has to do with a record",
    `{ devExampleGallery { edges { node {
        viewerDevExampleFavoriteViaSubject { uri } viewerDevExampleFollowViaSubject { uri } } } } }`
  ],
  ["the viewer", "{ viewer { did handle devExampleProfileByDid { displayName avatar { url } } } }"],
  [
    "groups",
    `{ xyzStatusphereStatusAggregated(groupBy: [{ field: status }, { field: createdAt, interval: MONTH }],
        where: { actorHandle: { eq: "alice.test" } }, orderBy: { count: DESC }, limit: 10) { status createdAt count } }`
  ],
  [
    "a write with variables",
    `mutation Create($status: String!, $createdAt: DateTime!) {
      createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }, rkey: "custom") { uri status } }`
  ],
  [
    "an update and a deletion",
    `mutation { updateDevExampleProfile(rkey: "self",
        input: { displayName: "Alice", avatar: { ref: "bafkrei", mimeType: "image/png", size: 95 } }) { uri }
      deleteXyzStatusphereStatus(rkey: "3k") { uri } }`
  ],
  ["an upload", `mutation { uploadBlob(data: "aGk=", mimeType: "text/plain") { ref mimeType size } }`],
  [
    "labels, preferences and reports",
    `{ xyzStatusphereStatus { edges { node { labels { val src cts } } } }
      viewerLabelPreferences { val description severity visibility defaultVisibility } }`
  ],
  [
    "changes of preferences, and a report",
    `mutation { setLabelPreference(val: "spam", visibility: HIDE) { val visibility }
      createReport(subjectUri: "at://did:web:a.test/x.y.z/1", reasonType: SPAM, reason: "ads") { id status createdAt } }`
  ],
  [
    "notifications",
    `{ notifications(first: 10, collections: [DEV_EXAMPLE_FAVORITE]) {
        edges { cursor node { __typename ... on DevExampleFavorite { uri did createdAt } } } pageInfo { hasNextPage endCursor } } }`
  ],
  ["a subscription to new records", "subscription { xyzStatusphereStatusCreated { uri status actorHandle } }"],
  [
    "a subscription to changed records",
    "subscription { xyzStatusphereStatusUpdated { uri devExampleProfileByDid { displayName } } }"
  ],
  ["a subscription to deleted records", "subscription { xyzStatusphereStatusDeleted { uri } }"],
  [
    "a subscription to notifications",
    "subscription { notificationCreated { __typename ... on DevExampleFavorite { uri } } }"
  ]
];

describe("an app of quickslice", () => {
  it.each(documents)("can send %s unchanged", (_what, document) => {
    const messages = validate(schema, parse(document)).map(({ message }) => message);
    assert.deepStrictEqual(messages, []);
  });
});
