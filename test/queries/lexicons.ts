import { lexiconsOfDocuments } from "../domain/lexicon/lexiconsOf.ts";

const text = { type: "string" };
const time = { type: "string", format: "datetime" };
const ref = { type: "ref", ref: "com.atproto.repo.strongRef" };

const record = (id: string, properties: object, key = "tid") => ({
  lexicon: 1,
  id,
  defs: { main: { type: "record", key, record: { type: "object", properties } } }
});

/** People with a profile who post, reply, like and follow. */
export const lexicons = lexiconsOfDocuments(
  {
    lexicon: 1,
    id: "com.atproto.repo.strongRef",
    defs: { main: { type: "object", properties: { uri: { type: "string", format: "at-uri" }, cid: text } } }
  },
  {
    lexicon: 1,
    id: "test.feed.defs",
    defs: {
      reply: { type: "object", properties: { root: ref, parent: ref } },
      files: { type: "object", properties: { files: { type: "array", items: { type: "blob" } } } },
      link: { type: "object", properties: { uri: text, title: text } }
    }
  },
  record("test.actor.profile", { displayName: text, avatar: { type: "blob" } }, "literal:self"),
  record("test.feed.post", {
    text,
    lang: text,
    rating: { type: "integer" },
    createdAt: time,
    reply: { type: "ref", ref: "test.feed.defs#reply" },
    embed: { type: "union", refs: ["test.feed.defs#files", "test.feed.defs#link"] },
    related: { type: "array", items: ref }
  }),
  record("test.feed.like", { subject: ref, createdAt: time }),
  record("test.graph.follow", { subject: { type: "string", format: "did" }, createdAt: time })
);
