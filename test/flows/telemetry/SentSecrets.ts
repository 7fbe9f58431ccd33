/** Members of forms, JSON and addresses that hold what nobody else may know, or that says who somebody is. */
const secretNames: ReadonlySet<string> = new Set([
  "access_token",
  "accessToken",
  "client_assertion",
  "client_secret",
  "code",
  "code_challenge",
  "code_verifier",
  "did",
  "handle",
  "id_token_hint",
  "identifier",
  "login_hint",
  "password",
  "refresh_token",
  "registration_access_token",
  "repo",
  "request_uri",
  "secret",
  "state",
  "sub",
  "token",
  "uri",
  "username"
]);

/** Headers that hold them. */
const secretHeaders = ["authorization", "dpop", "cookie", "location", "set-cookie"] as const;

/** Shorter ones are found in any text. */
const leastLength = 8;

/** Parts of a header: tokens after a scheme, values of cookies. */
const partsOf = (header: string): ReadonlyArray<string> =>
  header.split(/[ ;,]+/).map((part) => part.replace(/^[\w-]+=/, ""));

/**
 * Wraps `fetch` of this process, and remembers every secret, token, code, DID and handle that it sends or receives: in headers,
 * cookies, addresses, forms and JSON.
 */
export class SentSecrets {
  readonly values = new Set<string>();
  readonly #fetch = globalThis.fetch;

  constructor() {
    globalThis.fetch = async (input, init) => {
      this.#noteAddress(String(input instanceof Request ? input.url : input));
      this.#noteHeaders(new Headers(init?.headers));
      if (init?.body !== undefined && init.body !== null) this.#noteText(String(init.body));
      const response = await this.#fetch(input, init);
      this.#noteHeaders(response.headers);
      this.#noteText(await response.clone().text());
      return response;
    };
  }

  /** Stops. */
  restore(): void {
    globalThis.fetch = this.#fetch;
  }

  note(...values: ReadonlyArray<string | null | undefined>): void {
    for (const value of values) if (value && value.length >= leastLength) this.values.add(value);
  }

  #noteHeaders(headers: Headers): void {
    for (const name of secretHeaders) {
      const value = headers.get(name);
      if (value === null) continue;
      if (name === "location") this.#noteAddress(value);
      else this.note(...partsOf(value));
    }
  }

  #noteAddress(address: string): void {
    const url = URL.parse(address, "http://base.invalid");
    for (const [name, value] of url?.searchParams ?? []) if (secretNames.has(name)) this.note(value);
  }

  #noteText(text: string): void {
    if (text.startsWith("{") || text.startsWith("[")) {
      try {
        this.#noteJson(null, JSON.parse(text));
      } catch {
        // It only looked like JSON.
      }
      return;
    }
    if (text.startsWith("<")) return;
    for (const [name, value] of new URLSearchParams(text)) if (secretNames.has(name)) this.note(value);
  }

  #noteJson(name: string | null, value: unknown): void {
    if (typeof value === "string" && name !== null && secretNames.has(name)) this.note(value);
    if (typeof value !== "object" || value === null) return;
    for (const [member, inner] of Object.entries(value)) this.#noteJson(member, inner);
  }
}
