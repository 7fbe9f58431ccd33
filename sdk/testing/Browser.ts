/** A minimal browser for logins: it follows one redirect at a time and stores cookies. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Requests a URL and returns the URL that it redirects to. */
  async follow(url: string | URL): Promise<URL> {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie, accept: "text/html" } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location !== null) return new URL(location, url);
    const text = (await response.text()).replaceAll(/<style.*?<\/style>|<[^>]*>/gs, " ").replaceAll(/\s+/g, " ");
    throw new Error(`The login stopped at ${new URL(url).pathname} (${response.status}): ${text.trim()}`);
  }
}
