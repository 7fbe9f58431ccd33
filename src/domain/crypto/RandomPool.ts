/** The bytes of one fill. */
const poolSize = 4_096;

/**
 * Cuts short random values from one large result of a generator, whose calls cost more than their bytes. No byte is given
 * out twice.
 */
export class RandomPool {
  readonly #generate: (count: number) => Uint8Array;
  #bytes: Uint8Array = new Uint8Array(0);
  #next = 0;

  /** `generate` returns a new array of `count` random bytes. */
  constructor(generate: (count: number) => Uint8Array) {
    this.#generate = generate;
  }

  /** Returns `count` random bytes, at most 4,096. */
  take(count: number): Uint8Array {
    if (this.#next + count > this.#bytes.length) {
      this.#bytes = this.#generate(poolSize);
      this.#next = 0;
    }
    this.#next += count;
    return this.#bytes.subarray(this.#next - count, this.#next);
  }
}
