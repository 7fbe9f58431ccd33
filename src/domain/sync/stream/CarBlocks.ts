import { blockCidLength, blockCidPrefix, type CidBytes, isBlockCid, isSameBytes } from "../repository/cidBytes.ts";

/** How many bytes of a hash find a block. */
const keyLength = 6;

/** The first bytes of the hash in a CID as an integer. */
const keyOf = (cid: CidBytes): number => {
  let key = 0;
  for (let at = 0; at < keyLength; at += 1) key = key * 256 + (cid[blockCidPrefix.length + at] ?? 0);
  return key;
};

type Sha256 = (bytes: Uint8Array) => Uint8Array;

interface Section {
  readonly from: number;
  readonly to: number;
}

/** The section at an offset, whose length comes first (unsigned LEB128). Null if it is incomplete or empty. */
const sectionAt = (car: Uint8Array, at: number): Section | null => {
  let length = 0;
  for (let place = 0; place < 4; place += 1) {
    const byte = car[at + place];
    if (byte === undefined) return null;
    length += (byte & 0x7f) * 2 ** (7 * place);
    if (byte >= 0x80) continue;
    const from = at + place + 1;
    return length === 0 || from + length > car.length ? null : { from, to: from + length };
  }
  return null;
};

/**
 * The blocks of a CAR v1 in memory. A block is compared with its CID when it is read, so that blocks that nobody needs
 * cost nothing.
 */
export class CarBlocks {
  readonly #car: Uint8Array;
  readonly #sections: ReadonlyMap<number, Section>;
  readonly sha256: Sha256;

  private constructor(car: Uint8Array, sections: ReadonlyMap<number, Section>, sha256: Sha256) {
    this.#car = car;
    this.#sections = sections;
    this.sha256 = sha256;
  }

  /** Returns the blocks of a CAR, or null if it is malformed or truncated. What its header states is not needed. */
  static of(car: Uint8Array, sha256: Sha256): CarBlocks | null {
    const header = sectionAt(car, 0);
    if (header === null) return null;
    const sections = new Map<number, Section>();
    for (let at = header.to; at < car.length; ) {
      const section = sectionAt(car, at);
      if (section === null) return null;
      const cid = car.subarray(section.from, section.from + blockCidLength);
      if (section.to - section.from < blockCidLength || !isBlockCid(cid)) return null;
      sections.set(keyOf(cid), section);
      at = section.to;
    }
    return new CarBlocks(car, sections, sha256);
  }

  /** Returns the block with a CID, or null if it is not there, or its bytes do not match the CID. */
  read(cid: CidBytes): Uint8Array | null {
    if (!isBlockCid(cid)) return null;
    const section = this.#sections.get(keyOf(cid));
    if (section === undefined) return null;
    const bytes = this.#car.subarray(section.from + blockCidLength, section.to);
    return isSameBytes(this.sha256(bytes), cid.subarray(blockCidPrefix.length)) ? bytes : null;
  }
}
