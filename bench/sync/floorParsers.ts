import { decode, encode } from "@ipld/dag-cbor";
import { CID } from "multiformats/cid";
import type { Did } from "../../src/domain/atproto/Did.ts";
import type { Json, JsonObject } from "../../src/domain/json/Json.ts";

/** A change that the floor stores: a record, or a deletion if `record` is null. */
export interface FloorRow {
  readonly uri: string;
  readonly did: Did;
  readonly collection: string;
  readonly rkey: string;
  readonly rev: string;
  readonly cid: string | null;
  readonly record: JsonObject | null;
}

/** Reads the messages of a source without checking anything. */
export type FloorParser = (message: Buffer) => ReadonlyArray<FloorRow>;

/** Reads the JSON of a Jetstream. */
const jetstream: FloorParser = (message) => {
  const { commit, did } = JSON.parse(message.toString());
  const { cid = null, collection, record = null, rev, rkey } = commit;
  return [{ uri: `at://${did}/${collection}/${rkey}`, did, collection, rkey, rev, cid, record }];
};

const headerLength = encode({ op: 1, t: "#commit" }).length;

interface Block {
  readonly cid: Uint8Array;
  readonly bytes: Uint8Array;
}

const varint = (bytes: Uint8Array, at: number): readonly [value: number, next: number] => {
  let [value, shift, next] = [0, 1, at];
  for (;;) {
    const byte = bytes[next] ?? 0;
    value += (byte & 0x7f) * shift;
    shift *= 0x80;
    next += 1;
    if (byte < 0x80) return [value, next];
  }
};

/** A CIDv1 with a SHA-256 has 36 bytes. */
const cidLength = 36;

const blocksOf = (car: Uint8Array): ReadonlyArray<Block> => {
  const [headLength, afterLength] = varint(car, 0);
  const blocks: Array<Block> = [];
  for (let at = afterLength + headLength; at < car.length; ) {
    const [length, start] = varint(car, at);
    at = start + length;
    blocks.push({ cid: car.subarray(start, start + cidLength), bytes: car.subarray(start + cidLength, at) });
  }
  return blocks;
};

type Ipld = CID | null | string | number | boolean | ReadonlyArray<Ipld> | { readonly [name: string]: Ipld };

/** Returns a record with its links as queries return them. */
const jsonOf = (value: Ipld): Json => {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof CID) return { $link: value.toString() };
  return Array.isArray(value) ? value.map(jsonOf) : objectOf(value);
};

const objectOf = (value: object): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonOf(member)]));

/** Reads the commits of a firehose. */
const firehose: FloorParser = (message) => {
  const { blocks, ops, repo: did, rev } = decode<FirehoseCommit>(message.subarray(headerLength));
  const found = blocksOf(blocks);
  return ops.map(({ cid, path }) => {
    const [collection = "", rkey = ""] = path.split("/");
    const block = cid === null ? undefined : found.find((each) => Buffer.compare(each.cid, cid.bytes) === 0);
    const record = block === undefined ? null : objectOf(decode<object>(block.bytes));
    return { uri: `at://${did}/${path}`, did, collection, rkey, rev, cid: cid?.toString() ?? null, record };
  });
};

interface FirehoseCommit {
  readonly repo: Did;
  readonly rev: string;
  readonly blocks: Uint8Array;
  readonly ops: ReadonlyArray<{ readonly path: string; readonly cid: CID | null }>;
}

/** The parsers by the kind of the source. */
export const floorParsers: Readonly<Record<"jetstream" | "firehose", FloorParser>> = { jetstream, firehose };
