/** The cookies of one browser, for one host. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** Keeps what a response sets. */
  store(setCookie: ReadonlyArray<string> | undefined): void {
    for (const line of setCookie ?? []) {
      const pair = line.split(";", 1)[0] ?? "";
      const separator = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, separator).trim(), pair.slice(separator + 1).trim());
    }
  }

  /** The value of a cookie. */
  get(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** The `Cookie` header, or an empty string. */
  get header(): string {
    return Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join("; ");
  }
}
