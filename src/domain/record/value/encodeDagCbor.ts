import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import { CID } from "multiformats/cid";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json, JsonObject } from "../../json/Json.ts";

const utf8 = new TextEncoder();
const linkTag = 42;

/** Up to this number of characters, ASCII text is copied faster by hand than by the encoder. */
const shortText = 48;

/** The most bytes of UTF-8 that one UTF-16 code unit becomes. */
const bytesPerUnit = 3;

/** Returns how many bytes the head of an item with an argument has. */
const headLength = (argument: number): number => {
  if (argument < 24) return 1;
  if (argument < 0x100) return 2;
  if (argument < 0x1_0000) return 3;
  return argument < 0x1_0000_0000 ? 5 : 9;
};

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
};

const compareBytes = (left: Uint8Array, right: Uint8Array): number => {
  const at = left.findIndex((byte, place) => byte !== right[place]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
};

/** The order of the keys of a map: shorter keys first, then by bytes. */
const inKeyOrder = (left: string, right: string): number => {
  if (isAscii(left) && isAscii(right)) return left.length - right.length || (left < right ? -1 : 1);
  const [leftBytes, rightBytes] = [utf8.encode(left), utf8.encode(right)];
  return leftBytes.length - rightBytes.length || compareBytes(leftBytes, rightBytes);
};

/** Writes items one after the other. */
class Writer {
  #bytes = new Uint8Array(1_024);
  #length = 0;

  /** The bytes that were written. They are valid until the next item. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  reset(): void {
    this.#length = 0;
  }

  value(value: Json): void {
    if (typeof value === "string") this.#text(value);
    else if (typeof value === "number") this.#integer(value);
    else if (value === null) this.#head(7, 22);
    else if (typeof value === "boolean") this.#head(7, value ? 21 : 20);
    else if (isJsonObject(value)) this.#object(value);
    else {
      this.#head(4, value.length);
      for (const item of value) this.value(item);
    }
  }

  #object(value: JsonObject): void {
    const names = Object.keys(value);
    const only = names.length === 1;
    if (only && typeof value.$link === "string") this.#link(value.$link);
    else if (only && typeof value.$bytes === "string") this.#byteString(base64(value.$bytes));
    else this.#members(value, names);
  }

  #members(value: JsonObject, names: Array<string>): void {
    this.#head(5, names.length);
    for (const name of names.sort(inKeyOrder)) {
      this.#text(name);
      this.value(value[name] ?? null);
    }
  }

  #link(text: string): void {
    const { bytes } = CID.parse(text);
    this.#head(6, linkTag);
    this.#head(2, bytes.length + 1);
    this.#append(Uint8Array.of(0));
    this.#append(bytes);
  }

  #byteString(bytes: Uint8Array): void {
    this.#head(2, bytes.length);
    this.#append(bytes);
  }

  #integer(value: number): void {
    if (!Number.isSafeInteger(value)) throw new TypeError("not an integer");
    if (value < 0) this.#head(1, -1 - value);
    else this.#head(0, value);
  }

  /** A lone surrogate cannot be encoded in UTF-8: the result would be another text. */
  #text(text: string): void {
    if (!text.isWellFormed()) throw new TypeError("not Unicode");
    this.#reserve(text.length * bytesPerUnit + 9);
    if (text.length <= shortText && isAscii(text)) {
      this.#head(3, text.length);
      for (let at = 0; at < text.length; at += 1) this.#bytes[this.#length + at] = text.charCodeAt(at);
      this.#length += text.length;
      return;
    }
    const expected = headLength(text.length);
    const start = this.#length;
    const { written } = utf8.encodeInto(text, this.#bytes.subarray(start + expected));
    const actual = headLength(written);
    if (actual !== expected) this.#bytes.copyWithin(start + actual, start + expected, start + expected + written);
    this.#head(3, written);
    this.#length += written;
  }

  #append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes the major type and the argument of an item in the shortest form. */
  #head(major: number, argument: number): void {
    this.#reserve(9);
    const length = headLength(argument);
    const at = this.#length;
    this.#length += length;
    if (length === 1) {
      this.#bytes[at] = (major << 5) | argument;
      return;
    }
    this.#bytes[at] = (major << 5) | (23 + Math.ceil(Math.log2(length)));
    let rest = argument;
    for (let place = at + length - 1; place > at; place -= 1) {
      this.#bytes[place] = rest % 0x100;
      rest = Math.floor(rest / 0x100);
    }
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

const base64 = (text: string): Uint8Array =>
  Either.getOrThrow(Encoding.decodeBase64(text.padEnd(Math.ceil(text.length / 4) * 4, "=")));

/** The size in bytes from which the memory of a writer is not kept. */
const maxKept = 1_048_576;

let writer = new Writer();

/**
 * Calls a function with a JSON value in DAG-CBOR (AT Protocol, Data Model), in bytes that are valid during the call.
 * Throws for a value that the data model cannot represent.
 */
export const withDagCbor = <A>(value: Json, use: (encoded: Uint8Array) => A): A => {
  writer.reset();
  writer.value(value);
  const encoded = writer.written();
  if (encoded.length > maxKept) writer = new Writer();
  return use(encoded);
};
