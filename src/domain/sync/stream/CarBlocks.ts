import { blockCidLength, blockCidPrefix, type CidBytes, isBlockCid } from "../repository/cidBytes.ts";

/** How many bytes of a hash find a block. */
const keyLength = 6;

/** The maximum number of bytes of a length. */
const maxVarint = 4;

/** The first bytes of the hash in a CID at an offset, as an integer. */
const keyOf = (bytes: Uint8Array, at: number): number => {
  let key = 0;
  for (let place = 0; place < keyLength; place += 1) key = key * 256 + (bytes[at + blockCidPrefix.length + place] ?? 0);
  return key;
};

const hasBlockCid = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === blockCidPrefix[0] &&
  bytes[at + 1] === blockCidPrefix[1] &&
  bytes[at + 2] === blockCidPrefix[2] &&
  bytes[at + 3] === blockCidPrefix[3];

const hasDigest = (cid: CidBytes, digest: Uint8Array): boolean => {
  for (let at = 0; at < digest.length; at += 1) if (cid[blockCidPrefix.length + at] !== digest[at]) return false;
  return true;
};

type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** The offset of the content of a section whose length comes first (unsigned LEB128); 0 if it is incomplete. */
const contentAt = (car: Uint8Array, at: number): number => {
  for (let place = at; place < at + maxVarint; place += 1) {
    const byte = car[place];
    if (byte === undefined) return 0;
    if (byte < 0x80) return place + 1;
  }
  return 0;
};

/** The offset after a section with its content at an offset. */
const endOf = (car: Uint8Array, at: number, content: number): number => {
  let length = 0;
  for (let place = content - 1; place >= at; place -= 1) length = length * 128 + ((car[place] ?? 0) & 0x7f);
  return content + length;
};

/**
 * The blocks of a CAR v1 in memory. A block is compared with its CID when it is read, so that blocks that nobody needs
 * cost nothing.
 */
export class CarBlocks {
  readonly #car: Uint8Array;
  /** The offsets of the sections by the beginnings of their hashes. */
  readonly #sections: ReadonlyMap<number, number>;
  readonly sha256: Sha256;

  private constructor(car: Uint8Array, sections: ReadonlyMap<number, number>, sha256: Sha256) {
    this.#car = car;
    this.#sections = sections;
    this.sha256 = sha256;
  }

  /** Returns the blocks of a CAR, or null if it is malformed or truncated. What its header states is not needed. */
  static of(car: Uint8Array, sha256: Sha256): CarBlocks | null {
    const sections = new Map<number, number>();
    for (let at = 0; at < car.length; ) {
      const content = contentAt(car, at);
      const end = content === 0 ? 0 : endOf(car, at, content);
      if (end <= content || end > car.length) return null;
      if (at > 0) {
        if (end - content < blockCidLength || !hasBlockCid(car, content)) return null;
        sections.set(keyOf(car, content), at);
      }
      at = end;
    }
    return car.length === 0 ? null : new CarBlocks(car, sections, sha256);
  }

  /** Returns the block with a CID, or null if it is not there, or its bytes do not match the CID. */
  read(cid: CidBytes): Uint8Array | null {
    const at = isBlockCid(cid) ? this.#sections.get(keyOf(cid, 0)) : undefined;
    if (at === undefined) return null;
    const content = contentAt(this.#car, at);
    const bytes = this.#car.subarray(content + blockCidLength, endOf(this.#car, at, content));
    return hasDigest(cid, this.sha256(bytes)) ? bytes : null;
  }
}
