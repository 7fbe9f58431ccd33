import { setTimeout } from "node:timers/promises";
import * as Schema from "effect/Schema";
import type { Dice } from "../faults/Dice.ts";
import type { ServiceAddress } from "../ServiceAddress.ts";

const decodeNext = Schema.decodeUnknownSync(
  Schema.parseJson(
    Schema.Struct({
      data: Schema.Record({ key: Schema.String, value: Schema.Struct({ uri: Schema.String, text: Schema.String }) }),
      extensions: Schema.Struct({ cursor: Schema.String })
    })
  )
);

const idleMilliseconds = 30_000;

/** A subscription to notes by event streams, which continues after its cursor at another process whenever it ends. */
export class ChangeFollower {
  readonly #field: string;
  readonly #nodes: ReadonlyArray<ServiceAddress>;
  readonly #dice: Dice;
  readonly #seen = new Map<string, number>();
  #after: string | null = null;
  #abort = new AbortController();
  #isOver = false;
  #done: Promise<void> = Promise.resolve();
  streams = 0;

  /** `kind` is the end of the field: `Created` or `Updated`. */
  constructor(kind: "Created" | "Updated", nodes: ReadonlyArray<ServiceAddress>, dice: Dice) {
    this.#field = `devTidemarkNote${kind}`;
    this.#nodes = nodes;
    this.#dice = dice;
  }

  start(): void {
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#abort.abort();
    await this.#done;
  }

  /** Whether it has received a change, and thereby has a cursor. */
  get hasCursor(): boolean {
    return this.#after !== null;
  }

  has(text: string): boolean {
    return this.#seen.has(text);
  }

  /** Texts that were received more than once. */
  get repeated(): ReadonlyArray<string> {
    return [...this.#seen].filter(([, times]) => times > 1).map(([text]) => text);
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#follow().catch(() => undefined);
      await setTimeout(100);
    }
  }

  async #follow(): Promise<void> {
    this.#abort = new AbortController();
    const node = this.#dice.of(this.#nodes);
    const query = `subscription ($after: String) { ${this.#field}(after: $after) { uri text } }`;
    const idle = globalThis.setTimeout(() => this.#abort.abort(), idleMilliseconds);
    try {
      const response = await fetch(`${node?.reach}/graphql`, {
        method: "POST",
        headers: { accept: "text/event-stream", "content-type": "application/json" },
        body: JSON.stringify({ query, variables: { after: this.#after } }),
        signal: this.#abort.signal
      });
      if (response.status !== 200 || response.body === null) return void (await response.text());
      this.streams += 1;
      let text = "";
      for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
        idle.refresh();
        const events = (text + piece).split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) this.#receive(event);
      }
    } finally {
      clearTimeout(idle);
    }
  }

  #receive(event: string): void {
    const [, data] = /^event: next\ndata: (.*)$/.exec(event) ?? [];
    if (data === undefined) return;
    const { data: changes, extensions } = decodeNext(data);
    this.#after = extensions.cursor;
    for (const { text } of Object.values(changes)) this.#seen.set(text, (this.#seen.get(text) ?? 0) + 1);
  }
}
