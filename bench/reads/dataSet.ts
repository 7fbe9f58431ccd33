import { hash } from "node:crypto";
import { base32 } from "multiformats/bases/base32";
import { type AtUri, atUri } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../src/domain/atproto/RecordKey.ts";
import { tid } from "../../src/domain/atproto/tid.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";

/** The records of one collection, each created on demand. */
export interface RecordList {
  readonly nsid: Nsid;
  readonly length: number;
  readonly at: (index: number) => IndexedRecord;
}

/** The records of the benchmark, which depend only on its numbers. */
export interface DataSet {
  readonly profiles: RecordList;
  readonly posts: RecordList;
  readonly likes: RecordList;
}

const profileNsid = Nsid.make("app.example.profile");
const postNsid = Nsid.make("app.example.post");
const likeNsid = Nsid.make("app.example.like");

/** The first ones are frequent. */
export const languages: ReadonlyArray<string> = "en ja pt de fr es ko nl it tr pl uk fa id sv fi cs el th hu".split(
  " "
);

const words = `time year people way day man thing woman life child world school state family student group country
  problem hand part place case week company system program question work government number night point home water room
  mother area money story fact month lot right study book eye job word “quoted” "plain" naïve café 北京 🌊 🚀`.split(
  /\s+/
);

/** The words that every search finds in the same way, with or without their marks. */
export const plainWords: ReadonlyArray<string> = [...new Set(words)].filter((word) => /^[a-z]+$/.test(word));

const start = Date.UTC(2026, 0, 1);

/** The prefix of a CID of DAG-CBOR, before the SHA-256. */
const cidOfDagCbor = Buffer.from([0x01, 0x71, 0x12, 0x20]);

/** Deterministic random values for a record. */
class Chance {
  readonly #bytes: Buffer;

  constructor(...parts: ReadonlyArray<string | number>) {
    this.#bytes = hash("sha256", parts.join(" "), "buffer");
  }

  /** A number from 0 to below 1, from one of eight positions. */
  share(place: number): number {
    return this.#bytes.readUInt32BE(place * 4) / 2 ** 32;
  }

  get cid(): Cid {
    return Cid.make(`b${base32.baseEncode(Buffer.concat([cidOfDagCbor, this.#bytes]))}`, true);
  }

  get did(): Did {
    return Did.make(`did:plc:${base32.baseEncode(this.#bytes.subarray(0, 15))}`, true);
  }

  words(least: number, more: number): string {
    const count = least + Math.floor(this.share(0) * more);
    return Array.from({ length: count }, (_, at) => words[(this.#bytes[at % 32] ?? 0) % words.length]).join(" ");
  }
}

/** Chooses some much more often than others. */
const skewed = (share: number, count: number): number => Math.floor(share ** 3 * count);

const didOf = (author: number): Did => new Chance("author", author).did;

interface Address {
  readonly did: Did;
  readonly rkey: string;
  readonly collection: Nsid;
}

const uriOf = ({ rkey, ...address }: Address): AtUri => atUri({ ...address, rkey: RecordKey.make(rkey, true) });

const record = (
  address: Address,
  chance: Chance,
  { indexed, rev }: { readonly indexed: number; readonly rev: string },
  value: JsonObject
): IndexedRecord => ({
  ...address,
  rkey: RecordKey.make(address.rkey, true),
  uri: uriOf(address),
  cid: chance.cid,
  rev,
  indexedAt: new Date(indexed).toISOString(),
  value: { $type: address.collection, ...value }
});

const keyOf = (milliseconds: number, at: number): string => tid(BigInt(milliseconds) * 1_000n, at % 1_024);

const profile = (author: number): IndexedRecord => {
  const chance = new Chance("profile", author);
  const created = start - author * 60_000;
  const createdAt = new Date(created).toISOString();
  const value = { displayName: chance.words(1, 3), description: chance.words(5, 25), createdAt };
  const address = { did: didOf(author), rkey: "self", collection: profileNsid };
  return record(address, chance, { indexed: start + author, rev: keyOf(created, author) }, value);
};

/** The parts of a post that other records refer to. */
const postAt = (at: number, authors: number) => {
  const chance = new Chance("post", at);
  const indexed = start + at * 1_000 + Math.floor(chance.share(1) * 1_000);
  const created = indexed - Math.floor(chance.share(2) * 3_600_000);
  const did = didOf(skewed(chance.share(4), authors));
  return { chance, indexed, created, address: { did, rkey: keyOf(created, at), collection: postNsid } };
};

const post = (at: number, authors: number): IndexedRecord => {
  const { address, chance, created, indexed } = postAt(at, authors);
  const lang = languages[skewed(chance.share(3), languages.length)] ?? "en";
  const value = { text: chance.words(5, 30), lang, createdAt: new Date(created).toISOString() };
  return record(address, chance, { indexed, rev: address.rkey }, value);
};

const like = (at: number, authors: number, posts: number): IndexedRecord => {
  const chance = new Chance("like", at);
  const indexed = start + at * 1_000 + Math.floor(chance.share(1) * 1_000);
  const liked = postAt(posts - 1 - skewed(chance.share(2), posts), authors);
  const subject = { uri: uriOf(liked.address), cid: liked.chance.cid };
  const rkey = keyOf(indexed, at);
  const address = { did: didOf(skewed(chance.share(3), authors)), rkey, collection: likeNsid };
  return record(address, chance, { indexed, rev: rkey }, { subject, createdAt: new Date(indexed).toISOString() });
};

/** All records of a list in order. */
export function* each({ length, at }: RecordList): Generator<IndexedRecord> {
  for (let index = 0; index < length; index += 1) yield at(index);
}

/** Posts and likes with a few frequent languages and authors, and many rare ones. */
export const dataSet = (records: number, authors: number): DataSet => ({
  profiles: { nsid: profileNsid, length: authors, at: profile },
  posts: { nsid: postNsid, length: records, at: (index) => post(index, authors) },
  likes: { nsid: likeNsid, length: records, at: (index) => like(index, authors, records) }
});
