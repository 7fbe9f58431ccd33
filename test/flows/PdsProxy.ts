import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** A write on its way to the PDS. */
export interface SeenWrite {
  /** Such as `createRecord`. */
  readonly method: string;
  readonly body: string;
}

/** What becomes of writes: each decision may take its time. */
export interface WriteFate {
  /** Before the PDS gets the request: false loses it. */
  readonly forward?: (write: SeenWrite) => boolean | Promise<boolean>;
  /** Before the service gets the answer, for which the PDS took that long: false loses it. */
  readonly answer?: (write: SeenWrite, status: number, milliseconds: number) => boolean | Promise<boolean>;
}

/** A request of any kind on its way to the PDS. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What the wire does to a request: it may reach the PDS and be answered as it should, or not. */
export type WireFault =
  | { readonly _tag: "Pass" | "LoseRequest" | "LoseAnswer" | "Duplicate" | "Truncate" }
  | { readonly _tag: "Delay"; readonly milliseconds: number }
  /** Something else answers in its place. */
  | { readonly _tag: "Answer"; readonly status: number; readonly headers: object; readonly body: string };

/** Commands the wire, and hears what the PDS answers, whatever becomes of that on its way back. */
export interface WireCommand {
  readonly fault: (request: SeenRequest) => WireFault;
  readonly heard?: (request: SeenRequest, status: number, body: string) => void;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly milliseconds: number;
}

const isWrite = /^\/xrpc\/com\.atproto\.repo\.(createRecord|putRecord|deleteRecord|applyWrites)$/;
const preload = fileURLToPath(new URL("redirectConnections.ts", import.meta.url));

const seen = ({ headers, method = "", url = "" }: IncomingMessage, body: Buffer): SeenRequest => ({
  method,
  path: url.split("?", 1)[0] ?? "",
  headers,
  body: body.toString()
});

/** Stands between a service and a PDS, and loses or holds back what it is told to. */
export class PdsProxy {
  readonly #target: URL;
  readonly #server: Server;
  readonly #port: number;
  fate: WriteFate = {};
  wire: WireCommand = { fault: () => ({ _tag: "Pass" }) };
  /** How many requests of any kind the PDS has answered. */
  answered = 0;
  /** How many writes have come for the PDS. What else it is asked, such as for what an account has, takes its own time. */
  writes = 0;

  private constructor(target: URL, server: Server, port: number) {
    this.#target = target;
    this.#server = server;
    this.#port = port;
    server.on("request", (incoming, outgoing) => {
      this.#pass(incoming, outgoing).catch(() => outgoing.destroy());
    });
  }

  static async before(pds: string): Promise<PdsProxy> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The proxy has no port");
    return new PdsProxy(new URL(pds), server, address.port);
  }

  /** The environment of a service that reaches the PDS through here. */
  get env(): Readonly<Record<string, string>> {
    return {
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${preload}`,
      REDIRECT_FROM: this.#target.port,
      REDIRECT_TO: String(this.#port)
    };
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const fault = this.wire.fault(seen(incoming, body));
    if (fault._tag !== "Pass") return this.#disturb(fault, incoming, body, outgoing);
    const [, method] = isWrite.exec((incoming.url ?? "").split("?", 1)[0] ?? "") ?? [];
    const write = method === undefined ? null : { method, body: body.toString() };
    if (write !== null) this.writes += 1;
    const { answer, forward } = this.fate;
    if (write !== null && forward !== undefined && !(await forward(write))) return void outgoing.destroy();
    const answered = await this.#hear(incoming, body);
    if (write !== null && answer !== undefined && !(await answer(write, answered.status, answered.milliseconds)))
      return void outgoing.destroy();
    outgoing.writeHead(answered.status, answered.headers).end(answered.body);
  }

  async #disturb(
    fault: Exclude<WireFault, { readonly _tag: "Pass" }>,
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse
  ): Promise<void> {
    if (fault._tag === "LoseRequest") return void outgoing.destroy();
    if (fault._tag === "Answer") return void outgoing.writeHead(fault.status, { ...fault.headers }).end(fault.body);
    if (fault._tag === "Delay") await setTimeout(fault.milliseconds);
    const answered = await this.#hear(incoming, body);
    if (fault._tag === "Duplicate") await this.#hear(incoming, body);
    if (fault._tag === "LoseAnswer") return void outgoing.destroy();
    outgoing.writeHead(answered.status, answered.headers);
    if (fault._tag !== "Truncate") return void outgoing.end(answered.body);
    outgoing.write(answered.body.subarray(0, answered.body.length / 2), () => outgoing.destroy());
  }

  async #hear(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    const answered = await this.#ask(incoming, body);
    this.wire.heard?.(seen(incoming, body), answered.status, answered.body.toString());
    return answered;
  }

  async #ask({ headers, method, url }: IncomingMessage, body: Buffer): Promise<Answer> {
    const start = performance.now();
    // A connection of its own: a server that stops waits for those that are kept.
    const sent = request({ agent: false, host: "localhost", port: this.#target.port, method, path: url, headers });
    sent.end(body);
    const [response]: [IncomingMessage] = await new Promise((resolve, reject) => {
      sent.once("response", (...given) => resolve(given)).once("error", reject);
    });
    const whole = await buffer(response);
    this.answered += 1;
    const { "transfer-encoding": _chunked, connection: _connection, ...kept } = response.headers;
    return {
      status: response.statusCode ?? 502,
      headers: { ...kept, "content-length": String(whole.length) },
      body: whole,
      milliseconds: performance.now() - start
    };
  }
}
