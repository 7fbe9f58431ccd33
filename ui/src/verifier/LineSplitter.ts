const lineFeed = 10;

/** Splits chunks of bytes into lines, each with its line feed, and holds no more than one unfinished line. */
export class LineSplitter {
  #rest: Array<Uint8Array> = [];

  /** Returns the lines that a chunk completes. */
  *add(chunk: Uint8Array): Generator<Uint8Array> {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      yield this.#join(chunk.subarray(start, end + 1));
      start = end + 1;
    }
    if (start < chunk.length) this.#rest.push(chunk.slice(start));
  }

  /** Returns what follows the last line feed; null if nothing does. */
  end(): Uint8Array | null {
    return this.#rest.length === 0 ? null : this.#join(new Uint8Array(0));
  }

  #join(last: Uint8Array): Uint8Array {
    if (this.#rest.length === 0) return last;
    const parts = [...this.#rest, last];
    const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    this.#rest = [];
    return joined;
  }
}
