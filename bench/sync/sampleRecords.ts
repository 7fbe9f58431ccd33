import { tid } from "../../src/domain/atproto/tid.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";

/** A record of a collection of Bluesky or Statusphere. */
export interface SampleRecord {
  readonly collection: string;
  readonly value: JsonObject;
}

/** The number of different authors of `authorAt`. */
export const authorCount = 10_000;

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Returns 24 characters of base32 that differ for every number. */
const base32 = (n: number): string => {
  let [text, rest] = ["", (n + 1) * 2_654_435_761];
  for (let place = 0; place < 24; place += 1) {
    text += alphabet[rest % 32];
    rest = Math.floor(rest / 32) || (n + 7) * (place + 3) * 40_503;
  }
  return text;
};

const authors = Array.from({ length: authorCount }, (_, n) => `did:plc:${base32(n)}`);

/** Returns the DID of one of the authors. */
export const authorAt = (n: number): string => authors[n % authorCount] ?? "";

/** Returns the record key, and revision, of a number. They grow with it. */
export const tidAt = (n: number): string => tid(1_790_000_000_000_000n + BigInt(n) * 1_000n, n % 1024);

const cids = [
  "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454",
  "bafyreidfcm4u3vnuph5ltwdpssiz3a4xfbm2otjrdisftwnbfmnxd6lsxm",
  "bafyreicvfnyn3ksxl2w5qwe2i3ytv3g3lxwcnnx5rqcu5pvqyhpqu3cpba"
];
const cidAt = (n: number): string => cids[n % cids.length] ?? "";

const timeAt = (n: number): string => new Date(1_790_000_000_000 + n).toISOString();

/** Most likes are for a few posts of other authors. */
const subjectAt = (n: number): JsonObject => {
  const post = (n * n) % 50_021;
  return { uri: `at://${authorAt(post * 7)}/app.bsky.feed.post/${tidAt(post)}`, cid: cidAt(post) };
};

const text =
  "Reading a paper about replicated logs while the train waits outside the station. It argues that an index is a cache, and caches can be rebuilt. 🚉 Mostly agreed.";

const blob = (n: number): JsonObject => ({
  $type: "blob",
  ref: { $link: "bafkreibjfgx2gprinfvicegelk5kosd6y2frmqpqzwqkg7usac74l3t2v4" },
  mimeType: "image/jpeg",
  size: 100_000 + (n % 800_000)
});

const embeds: ReadonlyArray<(n: number) => JsonObject> = [
  () => ({}),
  (n) => ({ reply: { root: subjectAt(n), parent: subjectAt(n + 1) } }),
  (n) => ({
    embed: {
      $type: "app.bsky.embed.images",
      images: [{ alt: "A platform in the rain", image: blob(n), aspectRatio: { width: 2000, height: 1500 } }]
    }
  }),
  (n) => ({
    embed: {
      $type: "app.bsky.embed.external",
      external: { uri: `https://example.com/papers/${n}`, title: "Replicated logs", description: text.slice(0, 120) }
    },
    facets: [
      {
        index: { byteStart: 10, byteEnd: 15 },
        features: [{ $type: "app.bsky.richtext.facet#link", uri: `https://example.com/papers/${n}` }]
      }
    ]
  })
];

const post = (n: number): JsonObject => ({
  $type: "app.bsky.feed.post",
  text: `${n} ${text.slice(0, 20 + ((n * 37) % 140))}`,
  langs: ["en"],
  createdAt: timeAt(n),
  ...embeds[n % embeds.length]?.(n)
});

const kinds: Readonly<Record<string, (n: number) => JsonObject>> = {
  "app.bsky.feed.post": post,
  "app.bsky.feed.like": (n) => ({ $type: "app.bsky.feed.like", subject: subjectAt(n), createdAt: timeAt(n) }),
  "app.bsky.feed.repost": (n) => ({ $type: "app.bsky.feed.repost", subject: subjectAt(n), createdAt: timeAt(n) }),
  "app.bsky.graph.follow": (n) => ({
    $type: "app.bsky.graph.follow",
    subject: authorAt((n * n) % 50_021),
    createdAt: timeAt(n)
  }),
  "xyz.statusphere.status": (n) => ({
    $type: "xyz.statusphere.status",
    status: String.fromCodePoint(0x1f600 + (n % 60)),
    createdAt: timeAt(n)
  })
};

/** The collections of the sample records. */
export const sampleCollections: ReadonlyArray<string> = Object.keys(kinds);

/** Returns a record of a collection. Records of one collection with different numbers differ. */
export const sampleOf = (collection: string, n: number): SampleRecord => ({
  collection,
  value: kinds[collection]?.(n) ?? {}
});

/** About the shares in the network: of 20 records, 9 likes, 4 posts, 4 follows, 2 reposts, and one status. */
const order =
  "like post like follow like repost like post like follow like status like post like follow repost post like follow"
    .split(" ")
    .map((name) => sampleCollections.find((nsid) => nsid.endsWith(`.${name}`)) ?? "");

/** Returns the record of a number, in the mix of collections of the network. */
export const sampleAt = (n: number): SampleRecord => sampleOf(order[n % order.length] ?? "", n);
