import type { CidBytes } from "./cidBytes.ts";

/** The content of a node of a Merkle search tree. */
export interface NodeContent {
  readonly keys: ReadonlyArray<string>;
  readonly values: ReadonlyArray<CidBytes>;
  /** One more than there are keys. */
  readonly subtrees: ReadonlyArray<CidBytes | null>;
}

const sharedLength = (left: string, right: string): number => {
  let length = 0;
  while (length < left.length && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
};

/** No count and no length in a node reaches 2^16. */
const headLength = (argument: number): number => (argument < 24 ? 1 : argument < 0x100 ? 2 : 3);

const linkLength = (cid: CidBytes): number => 2 + headLength(cid.length + 1) + 1 + cid.length;

const subtreeLength = (cid: CidBytes | null): number => (cid === null ? 1 : linkLength(cid));

/** Writes DAG-CBOR into a buffer of the right size. */
class Writer {
  readonly bytes: Uint8Array;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
  }

  /** The head of an item, with its argument in the shortest form. */
  head(major: number, argument: number): void {
    const type = major << 5;
    if (argument < 24) {
      this.#put(type | argument);
      return;
    }
    if (argument < 0x100) this.#put(type | 24);
    else {
      this.#put(type | 25);
      this.#put(argument >> 8);
    }
    this.#put(argument & 0xff);
  }

  /** A name of one letter. */
  name(letter: number): void {
    this.#put(0x61);
    this.#put(letter);
  }

  /** The end of a text in ASCII as a byte string. */
  suffix(text: string, from: number): void {
    this.head(2, text.length - from);
    for (let at = from; at < text.length; at += 1) this.#put(text.charCodeAt(at));
  }

  link(cid: CidBytes | null): void {
    if (cid === null) {
      this.#put(0xf6);
      return;
    }
    this.#put(0xd8);
    this.#put(0x2a);
    this.head(2, cid.length + 1);
    this.#put(0);
    this.bytes.set(cid, this.#at);
    this.#at += cid.length;
  }

  #put(byte: number): void {
    this.bytes[this.#at] = byte;
    this.#at += 1;
  }
}

/** The names of a node and its entries, as characters of ASCII. */
const letters = { e: 0x65, k: 0x6b, l: 0x6c, p: 0x70, t: 0x74, v: 0x76 };

const lengthOf = ({ keys, subtrees, values }: NodeContent, shared: ReadonlyArray<number>): number => {
  let length = 1 + 2 + headLength(keys.length) + 2 + subtreeLength(subtrees[0] ?? null);
  for (let place = 0; place < keys.length; place += 1) {
    const prefix = shared[place] ?? 0;
    const suffix = (keys[place]?.length ?? 0) - prefix;
    length += 1 + 4 * 2 + headLength(suffix) + suffix + headLength(prefix);
    length += subtreeLength(subtrees[place + 1] ?? null) + subtreeLength(values[place] ?? null);
  }
  return length;
};

/** Returns the block of a node. */
export const encodeNode = (node: NodeContent): Uint8Array => {
  const { keys, subtrees, values } = node;
  const shared = keys.map((key, place) => (place === 0 ? 0 : sharedLength(keys[place - 1] ?? "", key)));
  const writer = new Writer(lengthOf(node, shared));
  writer.head(5, 2);
  writer.name(letters.e);
  writer.head(4, keys.length);
  for (let place = 0; place < keys.length; place += 1) {
    const prefix = shared[place] ?? 0;
    writer.head(5, 4);
    writer.name(letters.k);
    writer.suffix(keys[place] ?? "", prefix);
    writer.name(letters.p);
    writer.head(0, prefix);
    writer.name(letters.t);
    writer.link(subtrees[place + 1] ?? null);
    writer.name(letters.v);
    writer.link(values[place] ?? null);
  }
  writer.name(letters.l);
  writer.link(subtrees[0] ?? null);
  return writer.bytes;
};
