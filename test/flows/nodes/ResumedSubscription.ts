import * as Schema from "effect/Schema";
import type { ServiceAddress } from "../ServiceAddress.ts";

const query = `subscription ($after: String) { xyzStatusphereStatusCreated(after: $after) { status } }`;

const Next = Schema.parseJson(
  Schema.Struct({
    data: Schema.Struct({ xyzStatusphereStatusCreated: Schema.Struct({ status: Schema.String }) }),
    extensions: Schema.Struct({ cursor: Schema.String })
  })
);
const decodeNext = Schema.decodeUnknownSync(Next);

/** A subscription to new statuses by event streams, which continues after its cursor as often as its stream ends. */
export class ResumedSubscription {
  readonly #address: ServiceAddress;
  readonly #abort = new AbortController();
  readonly #statuses: Array<string> = [];
  #after: string;
  #streams = 0;
  #isOpen = false;
  readonly #done: Promise<void>;

  constructor(address: ServiceAddress, after: string) {
    this.#address = address;
    this.#after = after;
    this.#done = this.#run();
  }

  /** The statuses that were received, in order. */
  get statuses(): ReadonlyArray<string> {
    return this.#statuses;
  }

  /** The number of streams that were opened. */
  get streams(): number {
    return this.#streams;
  }

  /** Whether a stream is open. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      await this.#follow().catch(() => undefined);
      this.#isOpen = false;
    }
  }

  async #follow(): Promise<void> {
    const response = await fetch(`${this.#address.reach}/graphql`, {
      method: "POST",
      headers: { accept: "text/event-stream", "content-type": "application/json" },
      body: JSON.stringify({ query, variables: { after: this.#after } }),
      signal: this.#abort.signal
    });
    if (response.status !== 200 || response.body === null) return void (await response.text());
    this.#streams += 1;
    this.#isOpen = true;
    let text = "";
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + piece).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) this.#receive(event);
    }
  }

  #receive(event: string): void {
    const [, data] = /^event: next\ndata: (.*)$/.exec(event) ?? [];
    if (data === undefined) return;
    const next = decodeNext(data);
    this.#after = next.extensions.cursor;
    this.#statuses.push(next.data.xyzStatusphereStatusCreated.status);
  }
}
