import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
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

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly milliseconds: number;
}

const isWrite = /^\/xrpc\/com\.atproto\.repo\.(createRecord|putRecord|deleteRecord|applyWrites)$/;
const preload = fileURLToPath(new URL("redirectConnections.ts", import.meta.url));

/** Stands between a service and a PDS, and loses or holds back what it is told to. */
export class PdsProxy {
  readonly #target: URL;
  readonly #server: Server;
  readonly #port: number;
  fate: WriteFate = {};
  /** How many requests of any kind the PDS has answered. */
  answered = 0;

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
    const [, method] = isWrite.exec((incoming.url ?? "").split("?", 1)[0] ?? "") ?? [];
    const write = method === undefined ? null : { method, body: body.toString() };
    const { answer, forward } = this.fate;
    if (write !== null && forward !== undefined && !(await forward(write))) return void outgoing.destroy();
    const answered = await this.#ask(incoming, body);
    if (write !== null && answer !== undefined && !(await answer(write, answered.status, answered.milliseconds)))
      return void outgoing.destroy();
    outgoing.writeHead(answered.status, answered.headers).end(answered.body);
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
