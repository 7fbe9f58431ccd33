/** A browser, as far as a login needs one: it follows a redirect by hand, and keeps cookies. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Where an address leads. */
  async follow(url: string | URL): Promise<URL> {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie, accept: "text/html" } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location !== null) return new URL(location, url);
    const told = (await response.text()).replaceAll(/<style.*?<\/style>|<[^>]*>/gs, " ").replaceAll(/\s+/g, " ");
    throw new Error(`The login goes no further than ${new URL(url).pathname} (${response.status}): ${told.trim()}`);
  }
}
