import type { Answer, Sent } from "./HttpWire.ts";

/** Members of forms and JSON whose values are secrets of the protocol. */
const secretMembers = [
  "access_token",
  "refresh_token",
  "code",
  "code_verifier",
  "client_secret",
  "client_assertion",
  "registration_access_token",
  "token"
];

/** Shorter texts are found by chance. */
export const shortestSecret = 15;

/** An answer that tells of an error, by which a secret might leave. */
export interface ErrorBody {
  readonly where: string;
  readonly text: string;
}

/** Every secret that went over the wire, with what it is; and every error body that came back. */
export class SeenSecrets {
  readonly #secrets = new Map<string, string>();
  readonly #errors: Array<ErrorBody> = [];

  get all(): ReadonlyMap<string, string> {
    return this.#secrets;
  }

  get errorBodies(): ReadonlyArray<ErrorBody> {
    return this.#errors;
  }

  add(kind: string, secret: string): void {
    if (secret.length < shortestSecret) return;
    this.#secrets.set(secret, kind);
    // Whoever holds the signature of a token needs only what is guessed easily beside it.
    const signature = /^[\w-]+\.[\w-]+\.([\w-]{40,})$/.exec(secret)?.[1];
    if (signature !== undefined) this.#secrets.set(signature, `the signature of ${kind}`);
  }

  hear(url: URL, sent: Sent, answer: Answer): void {
    this.#hearRequest(sent);
    this.#hearMembers("sent", new URLSearchParams(url.search));
    for (const cookie of answer.cookies)
      this.add("a cookie", cookie.split(";", 1)[0]?.split("=").slice(1).join("=") ?? "");
    const location = answer.header("location");
    if (location !== null && URL.canParse(location)) this.#hearMembers("issued", new URL(location).searchParams);
    if (location?.includes("error=")) this.#errors.push({ where: `the redirect of ${url.pathname}`, text: location });
    if (answer.status >= 400) this.#hearError(url, sent, answer);
    else this.#hearJson(answer.text);
  }

  #hearRequest({ body = "", headers = {} }: Sent): void {
    for (const [name, value] of Object.entries(headers)) {
      for (const line of typeof value === "string" ? [value] : value) {
        if (name.toLowerCase() === "dpop") this.add("a DPoP proof", line);
        if (name.toLowerCase() === "authorization") this.#hearAuthorization(line);
      }
    }
    this.#hearMembers("sent", new URLSearchParams(body));
  }

  #hearAuthorization(line: string): void {
    const [scheme = "", credential = ""] = line.split(" ");
    this.add(`an Authorization credential (${scheme})`, credential);
    if (scheme.toLowerCase() !== "basic") return;
    const secret = Buffer.from(credential, "base64").toString().split(":").slice(1).join(":");
    this.add("a client secret", new URLSearchParams(`_=${secret}`).get("_") ?? secret);
  }

  #hearMembers(how: string, members: URLSearchParams): void {
    for (const name of secretMembers) for (const value of members.getAll(name)) this.add(`${name}, ${how}`, value);
  }

  #hearJson(text: string): void {
    for (const name of secretMembers) {
      const found = new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1];
      if (found !== undefined) this.add(`${name}, issued`, found);
    }
  }

  #hearError(url: URL, sent: Sent, answer: Answer): void {
    const where = `${sent.method ?? "GET"} ${url.pathname} ${answer.status}`;
    this.#errors.push({ where, text: `${answer.header("www-authenticate") ?? ""}\n${answer.text}` });
  }
}
