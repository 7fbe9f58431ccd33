import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import { CID } from "multiformats/cid";
import type { Json, JsonObject } from "../../json/Json.ts";
import { withoutPadding } from "../../record/value/scalarValue.ts";
import type { SkipReason } from "../backfill/SkipReason.ts";

/** The maximum depth of nested maps and lists. Not every JSON parser reads deeper values, and no Lexicon has them. */
const maxDepth = 128;
const linkTag = 42;

class Undecodable extends Error {
  readonly reason: SkipReason;
  constructor(reason: SkipReason) {
    super(reason);
    this.reason = reason;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** In bytes. Up to this length, building ASCII text by hand is faster than a call of the decoder. */
const shortText = 40;

/** A short text in ASCII, or null. */
const asciiText = (bytes: Uint8Array): string | null => {
  if (bytes.length > shortText) return null;
  let text = "";
  for (const byte of bytes) {
    if (byte >= 0x80) return null;
    text += String.fromCharCode(byte);
  }
  return text;
};

const toText = (bytes: Uint8Array): string => {
  const ascii = asciiText(bytes);
  if (ascii !== null) return ascii;
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Undecodable("invalid-utf8");
  }
};

/** The key order of DAG-CBOR: shorter keys first, then by bytes. */
const isAfter = (key: Uint8Array, before: Uint8Array): boolean => {
  if (key.length !== before.length) return key.length > before.length;
  const at = key.findIndex((byte, place) => byte !== before[place]);
  return at !== -1 && (key[at] ?? 0) > (before[at] ?? 0);
};

const toLink = (bytes: Uint8Array): JsonObject => {
  const cid = CID.decode(bytes.subarray(1));
  const isSame = bytes[0] === 0 && cid.bytes.every((byte, at) => byte === bytes[at + 1]);
  if (!isSame || cid.bytes.length !== bytes.length - 1) throw new Undecodable("not-dag-cbor");
  return { $link: cid.toString() };
};

const isReserved = ([first, ...others]: ReadonlyArray<readonly [string, Json]>): boolean =>
  others.length === 0 && (first?.[0] === "$link" || first?.[0] === "$bytes") && typeof first[1] === "string";

/** Reads one block from its start. */
class Reader {
  private at = 0;
  private readonly block: Uint8Array;

  constructor(block: Uint8Array) {
    this.block = block;
  }

  root(): Json {
    const value = this.value(0);
    if (this.at !== this.block.length) throw new Undecodable("not-dag-cbor");
    return value;
  }

  private bytes(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.block.length) throw new Undecodable("not-dag-cbor");
    const bytes = this.block.subarray(this.at, end);
    this.at = end;
    return bytes;
  }

  private byte(): number {
    const byte = this.block[this.at];
    if (byte === undefined) throw new Undecodable("not-dag-cbor");
    this.at += 1;
    return byte;
  }

  /** The argument of an item, which must have its shortest form. */
  private argument(minor: number): number {
    if (minor < 24) return minor;
    if (minor > 27) throw new Undecodable("not-dag-cbor");
    const size = 2 ** (minor - 24);
    // From 2^53 on the value is rounded, and remains an unsafe integer.
    const value = this.bytes(size).reduce((sum, byte) => sum * 256 + byte, 0);
    const least = size === 1 ? 24 : 2 ** (size * 4);
    if (value < least) throw new Undecodable("not-dag-cbor");
    return value;
  }

  /** A length, for which the block must have at least one byte per element. */
  private length(minor: number): number {
    const length = this.argument(minor);
    if (length > this.block.length - this.at) throw new Undecodable("not-dag-cbor");
    return length;
  }

  private integer(value: number): number {
    if (!Number.isSafeInteger(value)) throw new Undecodable("integer-too-large");
    return value;
  }

  private value(depth: number): Json {
    if (depth > maxDepth) throw new Undecodable("nested-too-deep");
    const head = this.byte();
    const minor = head & 31;
    switch (head >> 5) {
      case 0:
        return this.integer(this.argument(minor));
      case 1:
        return this.integer(-1 - this.argument(minor));
      case 2:
        return { $bytes: withoutPadding(Encoding.encodeBase64(this.bytes(this.length(minor)))) };
      case 3:
        return toText(this.bytes(this.length(minor)));
      case 4:
        return Array.from({ length: this.length(minor) }, () => this.value(depth + 1));
      case 5:
        return this.map(this.length(minor), depth);
      case 6:
        return this.link(minor);
      default:
        return this.simple(minor);
    }
  }

  private map(length: number, depth: number): JsonObject {
    const entries: Array<readonly [string, Json]> = [];
    let before: Uint8Array | null = null;
    for (let place = 0; place < length; place += 1) {
      const head = this.byte();
      if (head >> 5 !== 3) throw new Undecodable("not-dag-cbor");
      const key = this.bytes(this.length(head & 31));
      const name = toText(key);
      if (before !== null && !isAfter(key, before)) throw new Undecodable("not-dag-cbor");
      before = key;
      entries.push([name, this.value(depth + 1)]);
    }
    if (isReserved(entries)) throw new Undecodable("reserved-name");
    return Object.fromEntries(entries);
  }

  private link(minor: number): JsonObject {
    if (this.argument(minor) !== linkTag) throw new Undecodable("not-dag-cbor");
    const head = this.byte();
    if (head >> 5 !== 2) throw new Undecodable("not-dag-cbor");
    return toLink(this.bytes(this.length(head & 31)));
  }

  private simple(minor: number): Json {
    if (minor === 20 || minor === 21) return minor === 21;
    if (minor === 22) return null;
    throw new Undecodable(minor >= 25 && minor <= 27 ? "float" : "not-dag-cbor");
  }
}

/**
 * Returns a block as JSON (AT Protocol, Data Model) that encodes to exactly the bytes of the block again, with the same
 * CID. Fails with the reason if there is no such JSON.
 */
export const decodeDagCbor = (block: Uint8Array): Either.Either<Json, SkipReason> =>
  Either.try({
    try: () => new Reader(block).root(),
    catch: (cause) => (cause instanceof Undecodable ? cause.reason : "not-dag-cbor")
  });
