import { encode } from "@ipld/dag-cbor";
import { CID } from "multiformats/cid";
import { create } from "multiformats/hashes/digest";
import { sha256 } from "../../../src/domain/crypto/sha256.ts";
import type { Json, JsonObject } from "../../../src/domain/json/Json.ts";
import { type LexiconVersion, longestText } from "./collections.ts";

/** What a record is like. All but the first two are not in the index, or only with later Lexicons. */
export const recordKinds = [
  "plain",
  /** Has U+0000 in a value and in the name of a member. */
  "nul",
  /** Is too long for the first set of Lexicons. */
  "long",
  "missing-field",
  "wrong-field",
  "wrong-type",
  "no-type",
  "deep",
  "bad-utf8",
  "large-integer",
  "not-a-map"
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** A record as a block, with what is known of it. */
export interface SimulatedRecord {
  readonly kind: RecordKind;
  readonly cid: CID;
  readonly block: Uint8Array;
  /** As JSON text, for sources that deliver JSON; null if none has this value. */
  readonly json: string | null;
  /** The value, if it can be valid; null otherwise. */
  readonly value: JsonObject | null;
  /** The sets of Lexicons by which it is valid. */
  readonly validIn: ReadonlySet<LexiconVersion>;
}

/** Returns the CID of a block in DAG-CBOR. */
export const cidOfBlock = (bytes: Uint8Array): CID => CID.createV1(0x71, create(0x12, sha256(bytes)));

const text = new TextEncoder();

/** The head of an item and its content, for short texts (RFC 8949, section 3). */
const shortText = (content: Uint8Array): ReadonlyArray<number> =>
  content.length < 24 ? [0x60 + content.length, ...content] : [0x78, content.length, ...content];

const textItem = (content: string) => shortText(text.encode(content));

/** A record with one member `extra` of raw bytes beside `text` and `$type`, in the order of DAG-CBOR. */
const withRaw = (collection: string, content: string, raw: ReadonlyArray<number>): Uint8Array =>
  Uint8Array.from([
    0xa3,
    ...textItem("text"),
    ...textItem(content),
    ...textItem("$type"),
    ...textItem(collection),
    ...textItem("extra"),
    ...raw
  ]);

const depth = 4_000;
const nested = [...Array.from({ length: depth }, () => 0x81), 0x80];
/** 2^53 + 1. */
const largeInteger = [0x1b, 0x00, 0x20, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01];
const badUtf8 = shortText(Uint8Array.of(0x68, 0xc3, 0x28));

const always: ReadonlySet<LexiconVersion> = new Set([1, 2] as const);
const never: ReadonlySet<LexiconVersion> = new Set();

const fromValue = (kind: RecordKind, value: JsonObject, validIn: ReadonlySet<LexiconVersion>): SimulatedRecord => {
  const block = encode(value);
  return { kind, cid: cidOfBlock(block), block, json: JSON.stringify(value), value, validIn };
};

const fromBlock = (kind: RecordKind, block: Uint8Array, json: string | null): SimulatedRecord => ({
  kind,
  cid: cidOfBlock(block),
  block,
  json,
  value: null,
  validIn: never
});

const rawJson = (collection: string, content: string, extra: string): string =>
  `{"$type":${JSON.stringify(collection)},"text":${JSON.stringify(content)},"extra":${extra}}`;

/** Makes a record of a kind; `content` makes it differ from others. */
export const simulatedRecord = (kind: RecordKind, collection: string, content: string): SimulatedRecord => {
  const plain: Record<string, Json> = { $type: collection, text: content, count: content.length };
  switch (kind) {
    case "plain":
      return fromValue(kind, plain, always);
    case "nul":
      return fromValue(kind, { ...plain, text: `${content}\u0000`, "a\u0000b": "c\u0000" }, always);
    case "long":
      return fromValue(kind, { ...plain, text: content.padEnd(longestText[1] + 1, ".") }, new Set([2] as const));
    case "missing-field":
      return fromValue(kind, { $type: collection, count: content.length, other: content }, never);
    case "wrong-field":
      return fromValue(kind, { ...plain, count: content }, never);
    case "wrong-type":
      return fromValue(kind, { ...plain, $type: "com.other.type" }, never);
    case "no-type":
      return fromValue(kind, { text: content, count: content.length }, never);
    case "deep":
      return fromBlock(
        kind,
        withRaw(collection, content, nested),
        rawJson(collection, content, `${"[".repeat(depth + 1)}${"]".repeat(depth + 1)}`)
      );
    case "bad-utf8":
      return fromBlock(kind, withRaw(collection, content, badUtf8), null);
    case "large-integer":
      return fromBlock(
        kind,
        withRaw(collection, content, largeInteger),
        rawJson(collection, content, "9007199254740993")
      );
    case "not-a-map":
      return fromBlock(
        kind,
        Uint8Array.from([0x82, ...textItem(content), ...textItem(collection)]),
        JSON.stringify([content, collection])
      );
  }
};
