const capacity = 2_000;

/**
 * The nonces that servers want in the next DPoP proof, by origin; the most recently told ones (RFC 9449 section 8).
 * One for authorization servers and another for resource servers, since their nonces differ.
 */
export class NonceMemory {
  readonly #nonces = new Map<string, string>();

  get(url: string): string | undefined {
    return this.#nonces.get(new URL(url).origin);
  }

  /** Keeps the nonce of an answer, if it has one, in the place of what was known. */
  learn(url: string, nonce: string | undefined): void {
    if (nonce === undefined) return;
    const { origin } = new URL(url);
    this.#nonces.delete(origin);
    this.#nonces.set(origin, nonce);
    const [oldest] = this.#nonces.keys();
    if (this.#nonces.size > capacity && oldest !== undefined) this.#nonces.delete(oldest);
  }
}
