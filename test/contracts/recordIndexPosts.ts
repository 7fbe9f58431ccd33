import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { PropertyType } from "../../src/domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../src/domain/lexicon/model/LexiconSet.ts";
import { alice, bob, property, recordOf, scalar } from "./recordIndexFixture.ts";

const atUri: PropertyType = { _tag: "Scalar", type: "string", format: "at-uri", knownValues: [] };
const did: PropertyType = { _tag: "Scalar", type: "string", format: "did", knownValues: [] };
const strongRef: PropertyType = { _tag: "Object", id: "com.atproto.repo.strongRef" };
const media: PropertyType = {
  _tag: "Union",
  id: "test.joins.post#main.media",
  variants: ["test.joins.defs#quote", "com.atproto.repo.strongRef"],
  closed: false
};

export const post = Nsid.make("test.joins.post");
export const like = Nsid.make("test.joins.like");
export const follow = Nsid.make("test.joins.follow");

const object = (id: string, properties: Readonly<Record<string, PropertyType>>) =>
  [id, { id, description: null, properties: Object.entries(properties).map(property) }] as const;
const collection = (nsid: Nsid, properties: Readonly<Record<string, PropertyType>>) => ({
  nsid,
  description: null,
  key: { _tag: "Tid" } as const,
  properties: Object.entries(properties).map(property)
});

/** People who post, like posts and follow one another. */
export const lexicons: LexiconSet = {
  digest: "",
  documents: [],
  completed: [],
  notices: [],
  objects: new Map([
    object("com.atproto.repo.strongRef", { uri: atUri, cid: scalar("string") }),
    object("test.joins.defs#reply", { root: strongRef, parent: strongRef }),
    object("test.joins.defs#quote", { quoted: strongRef, all: { _tag: "List", item: atUri } })
  ]),
  collections: [
    collection(follow, { subject: did }),
    collection(like, { subject: strongRef }),
    collection(post, {
      reply: { _tag: "Object", id: "test.joins.defs#reply" },
      media,
      pinned: atUri,
      others: { _tag: "List", item: strongRef },
      at: scalar("instant"),
      lang: scalar("string")
    })
  ]
};

const ref = (uri: string) => ({ uri, cid: "bafy" });
export const uriOf = (nsid: string, key: string, by: string = alice) => `at://${by}/${nsid}/${key}`;
const at = (second: number) => ({ indexedAt: `2024-01-01T00:00:0${second}.000Z` });

export const records = [
  recordOf(post, "a", { at: "2024-02-29T23:30:00-02:00", lang: "en" }, at(1)),
  recordOf(
    post,
    "b",
    {
      reply: { root: ref(uriOf(post, "a")), parent: ref(uriOf(post, "c")) },
      media: {
        $type: "test.joins.defs#quote",
        quoted: ref(uriOf(like, "x")),
        all: [uriOf(post, "a"), null, uriOf(post, "gone"), uriOf(post, "b"), 7]
      },
      pinned: uriOf(like, "x"),
      others: [ref(uriOf(post, "b")), "at://alice.example/test.joins.post/a", ref(uriOf(follow, "f", bob))],
      at: "2024-03-03T23:59:59.000001Z",
      lang: "en"
    },
    at(2)
  ),
  recordOf(
    post,
    "c",
    {
      reply: { root: "gone" },
      media: { $type: "com.atproto.repo.strongRef#main", uri: uriOf(post, "b") },
      pinned: ref(uriOf(post, "a")),
      others: {},
      at: "2024-03-04T00:00:00Z"
    },
    at(3)
  ),
  recordOf(like, "x", { subject: ref(uriOf(post, "a")) }, at(4)),
  recordOf(like, "y", { subject: uriOf(post, "a") }, at(5)),
  recordOf(like, "z", { subject: ref(uriOf(post, "a")) }, { ...at(6), did: bob }),
  recordOf(like, "w", { subject: ref(uriOf(post, "gone")) }, at(7)),
  recordOf(follow, "f", { subject: alice }, { ...at(8), did: bob }),
  recordOf(follow, "g", { subject: alice }, { ...at(9), did: bob })
];
