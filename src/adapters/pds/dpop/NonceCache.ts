const capacity = 2_000;

/** What a nonce consists of (RFC 9449 section 8.1), and how much of it is carried along in every proof. */
const isNonce = (text: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]{1,512}$/.test(text);

/** A nonce, and when it was told last, in Unix milliseconds. */
export interface CachedNonce {
  readonly nonce: string;
  readonly at: number;
}

/**
 * The nonces that servers want in the next DPoP proof, by origin; the most recently told ones (RFC 9449 section 8).
 * One for authorization servers and another for resource servers, since their nonces differ.
 */
export class NonceCache {
  readonly #nonces = new Map<string, CachedNonce>();

  get(url: string): string | undefined {
    return this.known(url)?.nonce;
  }

  known(url: string): CachedNonce | undefined {
    return this.#nonces.get(new URL(url).origin);
  }

  /** Keeps the nonce of an answer, if it has one that is one, in the place of what was known. `at` in Unix milliseconds. */
  learn(url: string, nonce: string | undefined, at = 0): void {
    if (nonce === undefined || !isNonce(nonce)) return;
    const { origin } = new URL(url);
    this.#nonces.delete(origin);
    this.#nonces.set(origin, { nonce, at });
    const [oldest] = this.#nonces.keys();
    if (this.#nonces.size > capacity && oldest !== undefined) this.#nonces.delete(oldest);
  }
}
