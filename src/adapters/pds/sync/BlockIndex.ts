/** The position of a block in a file. */
export interface BlockLocation {
  readonly offset: number;
  readonly length: number;
}

const firstCapacity = 1 << 12;

/**
 * A hash table of block positions by the first eight bytes of their digests: twenty bytes per slot, at most half full.
 * Several blocks may share those bytes, so a look-up returns all candidate positions for the caller to check.
 */
export class BlockIndex {
  #capacity = firstCapacity;
  #high = new Uint32Array(firstCapacity);
  #low = new Uint32Array(firstCapacity);
  #offsets = new Float64Array(firstCapacity);
  /** Zero for an empty slot. */
  #lengths = new Uint32Array(firstCapacity);
  #size = 0;
  readonly #seed: number;

  /** `seed` prevents an attacker who chooses digests from causing collisions. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  get size(): number {
    return this.#size;
  }

  add(digest: Uint8Array, { length, offset }: BlockLocation): void {
    if (this.#size * 2 >= this.#capacity) this.#grow();
    const [high, low] = halves(digest);
    this.#put(high, low, offset, length);
    this.#size += 1;
  }

  *locations(digest: Uint8Array): Generator<BlockLocation> {
    const [high, low] = halves(digest);
    for (let slot = this.#first(low); this.#lengths[slot] !== 0; slot = this.#after(slot)) {
      if (this.#high[slot] === high && this.#low[slot] === low)
        yield { offset: this.#offsets[slot] ?? 0, length: this.#lengths[slot] ?? 0 };
    }
  }

  #first(low: number): number {
    return Math.imul(low ^ this.#seed, 0x9e37_79b1) >>> Math.clz32(this.#capacity - 1);
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#capacity - 1);
  }

  #put(high: number, low: number, offset: number, length: number): void {
    let slot = this.#first(low);
    while (this.#lengths[slot] !== 0) slot = this.#after(slot);
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#offsets[slot] = offset;
    this.#lengths[slot] = length;
  }

  #grow(): void {
    const [highs, lows, offsets, lengths] = [this.#high, this.#low, this.#offsets, this.#lengths];
    this.#capacity *= 2;
    this.#high = new Uint32Array(this.#capacity);
    this.#low = new Uint32Array(this.#capacity);
    this.#offsets = new Float64Array(this.#capacity);
    this.#lengths = new Uint32Array(this.#capacity);
    for (const [slot, length] of lengths.entries())
      if (length !== 0) this.#put(highs[slot] ?? 0, lows[slot] ?? 0, offsets[slot] ?? 0, length);
  }
}

const halves = (digest: Uint8Array): readonly [number, number] => {
  const view = new DataView(digest.buffer, digest.byteOffset, 8);
  return [view.getUint32(0), view.getUint32(4)];
};
