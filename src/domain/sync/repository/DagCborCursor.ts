import { blockCidPrefix } from "./cidBytes.ts";

/** What is read is not DAG-CBOR, or not of the expected type. */
export class UnexpectedCbor extends Error {}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** In bytes. Up to this length, building ASCII text by hand is faster than a call of the decoder. */
const shortText = 40;
/** The maximum depth of values that are skipped. */
const maxDepth = 128;
const linkTag = 42;

const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6, simple: 7 } as const;
const falseByte = 0xf4;
const trueByte = 0xf5;
const nullByte = 0xf6;
const float64Byte = 0xfb;

/** How a link to a block of a repository begins: a tag, a byte string of 37 bytes, and the prefix of the CID. */
const blockLinkHead = [0xd8, linkTag, 0x58, 0x25, 0x00, ...blockCidPrefix];
const digestLength = 32;

const fail = (): never => {
  throw new UnexpectedCbor();
};

/**
 * Reads items of DAG-CBOR one after the other, and copies nothing. Every method throws `UnexpectedCbor` if the next
 * item is another one, is truncated, or does not have its shortest form.
 */
export class DagCborCursor {
  readonly bytes: Uint8Array;
  /** The offset of the next item. */
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** Reads an integer that is not negative. */
  unsigned(): number {
    const value = this.#argument(major.unsigned);
    return Number.isSafeInteger(value) ? value : fail();
  }

  /** Reads the head of a list, and returns the number of its items. */
  list(): number {
    return this.#length(major.list);
  }

  /** Reads the head of a map, and returns the number of its keys. */
  map(): number {
    return this.#length(major.map);
  }

  /** Reads a text of one character of ASCII. */
  letter(character: number): void {
    if (this.bytes[this.at] !== 0x61 || this.bytes[this.at + 1] !== character) fail();
    this.at += 2;
  }

  /** Reads a byte string. The bytes are a view. */
  byteString(): Uint8Array {
    return this.#take(this.#length(major.bytes));
  }

  /** Reads a byte string, and returns one character for each byte. */
  latin1(): string {
    const length = this.#length(major.bytes);
    const end = this.at + length;
    let text = "";
    for (; this.at < end; this.at += 1) text += String.fromCharCode(this.bytes[this.at] ?? 0);
    return text;
  }

  text(): string {
    const length = this.#length(major.text);
    return (length <= shortText ? this.#ascii(length) : null) ?? this.#utf8(this.#take(length));
  }

  boolean(): boolean {
    const byte = this.bytes[this.at];
    if (byte !== falseByte && byte !== trueByte) return fail();
    this.at += 1;
    return byte === trueByte;
  }

  /** Reads a null if it is next, and returns whether it was. */
  takeNull(): boolean {
    if (this.bytes[this.at] !== nullByte) return false;
    this.at += 1;
    return true;
  }

  /** Reads a link, and returns the bytes of its CID as a view. */
  link(): Uint8Array {
    if (this.#argument(major.tag) !== linkTag) return fail();
    const bytes = this.byteString();
    return bytes.length > 1 && bytes[0] === 0 ? bytes.subarray(1) : fail();
  }

  /** Reads a link to a block of a repository, and returns the offset of its CID. */
  blockLink(): number {
    const end = this.at + blockLinkHead.length;
    for (let place = 0; place < blockLinkHead.length; place += 1)
      if (this.bytes[this.at + place] !== blockLinkHead[place]) return fail();
    this.at = end + digestLength;
    return this.at <= this.bytes.length ? end - blockCidPrefix.length : fail();
  }

  /** Reads a link or a null. */
  linkOrNull(): Uint8Array | null {
    return this.takeNull() ? null : this.link();
  }

  /** Reads a text or a null. */
  textOrNull(): string | null {
    return this.takeNull() ? null : this.text();
  }

  /** Reads an item of any type, and returns it if it is a text. */
  textIfAny(): string | null {
    if (this.#isNext(major.text)) return this.text();
    this.skip();
    return null;
  }

  /** Reads an item of any type, and returns it if it is an integer that is not negative. */
  unsignedIfAny(): number | null {
    if (this.#isNext(major.unsigned)) return this.unsigned();
    this.skip();
    return null;
  }

  /** Reads past an item of any type. */
  skip(depth = 0): void {
    if (depth > maxDepth) fail();
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new UnexpectedCbor();
    const type = byte >> 5;
    if (type === major.bytes || type === major.text) this.#take(this.#length(type));
    else if (type === major.list || type === major.map) this.#skipItems(this.#length(type) * (type - 3), depth);
    else if (type === major.tag) this.link();
    else if (type !== major.simple) this.#argument(type);
    else if (byte === float64Byte) this.#take(9);
    else if (byte === falseByte || byte === trueByte || byte === nullByte) this.at += 1;
    else fail();
  }

  #isNext(type: number): boolean {
    const head = this.bytes[this.at];
    return head !== undefined && head >> 5 === type;
  }

  #skipItems(count: number, depth: number): void {
    for (let place = 0; place < count; place += 1) this.skip(depth + 1);
  }

  #take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) return fail();
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** A length, for which at least one byte per item must be left. */
  #length(type: number): number {
    const length = this.#argument(type);
    return length <= this.bytes.length - this.at ? length : fail();
  }

  #argument(type: number): number {
    const head = this.bytes[this.at];
    if (head === undefined || head >> 5 !== type) return fail();
    this.at += 1;
    const minor = head & 31;
    if (minor < 24) return minor;
    if (minor > 27) return fail();
    const size = 1 << (minor - 24);
    const end = this.at + size;
    if (end > this.bytes.length) return fail();
    let value = 0;
    for (; this.at < end; this.at += 1) value = value * 256 + (this.bytes[this.at] ?? 0);
    return value < (size === 1 ? 24 : 2 ** (size * 4)) ? fail() : value;
  }

  #ascii(length: number): string | null {
    let text = "";
    for (let place = 0; place < length; place += 1) {
      const byte = this.bytes[this.at + place];
      if (byte === undefined || byte >= 0x80) return null;
      text += String.fromCharCode(byte);
    }
    this.at += length;
    return text;
  }

  #utf8(bytes: Uint8Array): string {
    try {
      return utf8.decode(bytes);
    } catch {
      return fail();
    }
  }
}
