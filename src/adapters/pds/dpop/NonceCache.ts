const capacity = 2_000;

/** The characters of a nonce (RFC 9449 section 8.1), and its maximum length. */
const isNonce = (text: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]{1,512}$/.test(text);

/** A nonce, and when it was last received, in Unix milliseconds. */
interface CachedNonce {
  readonly nonce: string;
  readonly at: number;
}

/**
 * The latest nonces of servers for the next DPoP proof, by origin (RFC 9449 section 8). There is one cache for authorization
 * servers and another for resource servers, because their nonces differ.
 */
export class NonceCache {
  readonly #nonces = new Map<string, CachedNonce>();

  get(url: string): string | undefined {
    return this.known(url)?.nonce;
  }

  known(url: string): CachedNonce | undefined {
    return this.#nonces.get(new URL(url).origin);
  }

  /** Stores the nonce of a response, if it has a valid one, and replaces the previous one. `at` is in Unix milliseconds. */
  learn(url: string, nonce: string | undefined, at = 0): void {
    if (nonce === undefined || !isNonce(nonce)) return;
    const { origin } = new URL(url);
    this.#nonces.delete(origin);
    this.#nonces.set(origin, { nonce, at });
    const [oldest] = this.#nonces.keys();
    if (this.#nonces.size > capacity && oldest !== undefined) this.#nonces.delete(oldest);
  }
}
