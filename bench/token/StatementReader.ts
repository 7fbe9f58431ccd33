/** Reads the statements that a client of PostgreSQL sends over one connection, by the messages of its protocol (version 3). */
export class StatementReader {
  readonly #say: (statement: string) => void;
  readonly #texts = new Map<string, string>();
  #rest = Buffer.alloc(0);
  /** The first message has no type. */
  #isStarted = false;

  constructor(say: (statement: string) => void) {
    this.#say = say;
  }

  /** Reads what was sent next, in whatever pieces it arrives. */
  read(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const head = this.#isStarted ? 1 : 0;
      if (this.#rest.length < head + 4) return;
      const end = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < end) return;
      if (this.#isStarted) this.#message(String.fromCharCode(this.#rest[0] ?? 0), this.#rest.subarray(5, end));
      this.#isStarted = true;
      this.#rest = this.#rest.subarray(end);
    }
  }

  #message(type: string, body: Buffer): void {
    const [first = "", second = ""] = body.toString("utf8").split("\0", 2);
    if (type === "Q") this.#say(first);
    if (type === "P") this.#texts.set(first, second);
    if (type === "B") this.#say(this.#texts.get(second) ?? second);
  }
}
