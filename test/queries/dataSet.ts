import { atUri } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../src/domain/atproto/RecordKey.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import type { Label } from "../../src/domain/label/Label.ts";
import type { LabelSubject } from "../../src/domain/label/LabelSubject.ts";
import { LabelValue } from "../../src/domain/label/LabelValue.ts";
import type { SeenActor } from "../../src/domain/record/index/Actor.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";

const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const blobCid = "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity";

const count = { people: 307, posts: 2_500, likes: 3_000, follows: 900 };
/** What there is. */
export const nsids = {
  profiles: Nsid.make("test.actor.profile"),
  posts: Nsid.make("test.feed.post"),
  likes: Nsid.make("test.feed.like"),
  follows: Nsid.make("test.graph.follow")
};

const begin = Date.UTC(2026, 0, 1);

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, at) => at);
const digits = (value: number): string => String(value).padStart(4, "0");
const didOf = (person: number): Did => Did.make(`did:plc:person${digits(person % count.people)}`);
const time = (minutes: number): string => new Date(begin + minutes * 60_000).toISOString();

const record = (person: number, nsid: Nsid, key: string, at: number, value: JsonObject): IndexedRecord => {
  const address = { did: didOf(person), collection: nsid, rkey: RecordKey.make(key) };
  return { ...address, uri: atUri(address), cid, rev: null, indexedAt: time(at), value: { $type: nsid, ...value } };
};

const postUri = (post: number): string => `at://${didOf(post * 7)}/test.feed.post/${digits(post)}`;
const strongRef = (post: number) => ({ uri: postUri(post), cid });
const blob = (mimeType: string) => ({ $type: "blob", ref: { $link: blobCid }, mimeType, size: 12_345 });

const embeds: ReadonlyArray<JsonObject> = [
  { $type: "test.feed.defs#files", files: [blob("image/png"), blob("video/mp4")] },
  { $type: "test.feed.defs#link", uri: "https://example.com", title: "Example" },
  { $type: "test.feed.defs#unheard" }
];

const post = (at: number): IndexedRecord => {
  const embed = embeds[at % 4];
  return record(at * 7, nsids.posts, digits(at), (at * 1_237) % 50_000, {
    text: `Post ${at}`,
    rating: (at * 31) % 100,
    createdAt: time(((at * 911) % 40_000) - 600),
    ...(at % 4 === 3 ? {} : { lang: ["en", "de", "ja"][at % 3] ?? "en" }),
    ...(at % 5 === 0 && at > 0 ? { reply: { root: strongRef(at % 97), parent: strongRef(at - 1) } } : {}),
    ...(embed === undefined ? {} : { embed }),
    ...(at % 10 === 3 ? { related: [strongRef(at - 2), strongRef(9_999), strongRef(at - 3)] } : {})
  });
};

/** Who wrote it all; the PDS of every second one is known. */
export const actors: ReadonlyArray<SeenActor> = numbers(count.people).map((person) => ({
  did: didOf(person),
  handle: person % 10 === 9 ? null : Handle.make(`person${person}.example`),
  pds: person % 2 === 0 ? "https://pds.example" : null
}));

/** The person that signs in where a query has a viewer. */
export const viewer = didOf(1);

/** Every record, always the same. */
export const records: ReadonlyArray<IndexedRecord> = [
  ...numbers(count.people).map((person) =>
    record(person, nsids.profiles, "self", person, {
      displayName: `Person ${person}`,
      ...(person % 2 === 0 ? { avatar: blob("image/jpeg") } : {})
    })
  ),
  ...numbers(count.posts).map(post),
  ...numbers(count.likes).map((at) =>
    record(at * 3, nsids.likes, digits(at), (at * 701) % 50_000, {
      subject: strongRef((at * 13) % 500),
      createdAt: time(at)
    })
  ),
  ...numbers(count.follows).map((at) =>
    record(at, nsids.follows, digits(at), at, { subject: didOf(at * 11 + 1), createdAt: time(at) })
  )
];

const labelOf = (subject: LabelSubject, val: string): Label => ({
  src: Did.make("did:web:labeler.example"),
  subject,
  val: LabelValue.make(val),
  cid: null,
  neg: false,
  cts: begin,
  exp: null
});

/** Of 20 posts, one is labeled as spam; so is every 50th person. */
export const labels: ReadonlyArray<Label> = [
  ...numbers(count.posts / 20).map((at) => {
    const { did, uri } = post(at * 20);
    return labelOf({ _tag: "RecordSubject", did, uri }, at % 2 === 0 ? "spam" : "porn");
  }),
  ...numbers(count.people / 50).map((at) => labelOf({ _tag: "AccountSubject", did: didOf(at * 50) }, "spam"))
];
